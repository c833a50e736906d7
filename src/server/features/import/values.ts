import { cellKey, isUnknown } from '#server/features/catalogue/clean-text.ts'
import { FACTORS, isPartOfDate, monthOf, withoutNouns } from './words.ts'
import { DAY_MS } from '#shared/rules/time.ts'

// `\s` includes no-break and narrow spaces, the usual separators in Russian and French.
const COUNT = /^[~≈<>+]?\s*(\.?\d[\d.,'’_\s]*?)(?:e\+?(\d{1,2}))?\s*([\p{L}\p{M}]*)\.?\+?$/u
/** `2 млн 300 тыс.`, `12만 3천`, `1億2345万`. */
const PARTS = /(?<![\d.,])(\d+)\s*([\p{sc=Han}\p{sc=Hang}]+\s*|\p{L}+\.?\s+)(?=\d)/gu
const NUMBER = /^([1-9]\d{0,2}(?:([.,'’_\s])\d{3}(?:\2\d{3})*)|[1-9]\d?(?:,\d\d)+,\d{3}|\d+)(?:([.,])(\d+))?$/

/**
 * A count as people, pages and spreadsheets write it: `1,234`, `1 234`, `1.234.567`, `12,34,567`, `2.28E+11`, `~5k`,
 * `1,2 млн подписчиков`, `登録者数 3.4万人`. A single separator before exactly three digits separates thousands: counts have no
 * fractions.
 *
 * @returns a whole number; null when the cell says that the count is unknown; undefined when it cannot be understood
 */
export function parseCount(cell: string): number | null | undefined {
  if (/^\d{1,15}$/.test(cell)) return Number(cell)
  const text = cell.trim()
  if (isUnknown(text)) return null
  if (text.length > 60) return undefined
  const plain = westernDigits(text.replace(INVISIBLE, '').normalize('NFKC').toLowerCase())
  const { bare, factors } = withoutNouns(plain)
  const factorOf = (unit: string) =>
    unit === '' ? 1 : (factors?.get(cellKey(unit)) ?? FACTORS.get(cellKey(unit)) ?? Number.NaN)
  let [sum, least] = [0, Infinity]
  const last = bare.replace(PARTS, (_, digits: string, unit: string) => {
    sum += Number(digits) * factorOf(unit)
    least = factorOf(unit) < least ? factorOf(unit) : Number.NaN
    return ''
  })
  const [, digits, exponent, unit = ''] = COUNT.exec(last) ?? []
  if (digits === undefined) return undefined
  const factor = 10 ** Number(exponent ?? 0) * factorOf(unit)
  const given = decimal(digits, factor > 1)
  const value = Math.round(given * factor)
  // `1.23` alone is in thousands or millions that the column's name may tell.
  const isFraction = factor === 1 && given < 1_000 && !Number.isInteger(given)
  const isWhole = Number.isSafeInteger(sum + value) && value < least && !isFraction
  return isWhole ? sum + value : undefined
}

/** A count of a column whose name has a unit, which a cell need not repeat. */
export function parseCountIn(unit: string, cell: string): number | null | undefined {
  // In thousands, `1,234` is more or less than a million.
  if (unit === '' || FACTORS.get(cellKey(unit)) === 1 || isUnknown(cell.trim())) return parseCount(cell)
  if (/^\s*\d{1,3}(?:[.,]\d{3})+\s*$/.test(cell)) return undefined
  return parseCount(`${cell} ${unit}`) ?? parseCount(cell)
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|^'/g
/** Zeros of other scripts' digits: Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50]

function westernDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹०-९০-৯๐-๙٫٬]/gu, (sign) => {
    if (sign === '٫') return '.'
    if (sign === '٬') return ','
    const point = sign.charCodeAt(0)
    return String(point - (ZEROS.findLast((zero) => zero <= point) ?? point))
  })
}

function decimal(digits: string, isScaled: boolean): number {
  if (isScaled && /^\d*[.,]\d+$/.test(digits)) return Number(digits.replace(',', '.'))
  const [, whole, separator, point, fraction = '0'] = NUMBER.exec(digits) ?? []
  const isNumber = whole !== undefined && (point === undefined || point !== separator)
  return isNumber ? Number(`${whole.replace(/\D/g, '')}.${fraction}`) : Number.NaN
}

/** The first large video platform opened in 2005; older dates are mistakes or placeholders. */
const EARLIEST = Date.UTC(2005, 0, 1)
/** Formats that `Date.parse` reads as UTC. */
const PLAIN = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/
const CLOCK =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?(?:([ap])\.?m\.?)? ?(?:(?:utc|gmt)?([+-]\d{2}:?\d{2})(?: [a-z]{3,4})?|(z|utc|gmt|msk|мск|cet|cest|est|edt|cst|cdt|mst|mdt|pst|pdt))?(?: ?\(.*\))?$/
const ZONES: Readonly<Record<string, number>> = {
  msk: 3, мск: 3, cet: 1, cest: 2, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7,
} // biome-ignore format: a table

/** Which number of `03/04/2026` is the day. */
export type DayOrder = 'day first' | 'month first'

/**
 * An instant as files write it: ISO 8601 (UTC unless it says otherwise), `23.08.2026`, `2026/8/23`, `Aug 23, 2026`,
 * `23 августа 2026 г.`, `2026年8月23日`, `2026-W34`, a spreadsheet's number of days, seconds or milliseconds since 1970, `2026-08`
 * or `2026`. What order does not decide, such as `03/04/2026`, is not understood.
 *
 * @param now  milliseconds; what lies more than a day after it is not understood
 * @returns milliseconds; null when the cell says that the date is unknown; undefined when it cannot be understood
 */
export function parseInstant(cell: string, now: number, order?: DayOrder): number | null | undefined {
  const text = cell.trim()
  const instant = PLAIN.test(text) ? readPlain(text) : readWritten(text, order)
  if (instant >= EARLIEST && instant <= now + DAY_MS) return instant
  return isUnknown(text) ? null : undefined
}

/** NaN when there is no such day: `Date.parse` takes 30 February for 2 March. */
function readPlain(text: string): number {
  const instant = Date.parse(text)
  const isDay = new Date(instant).getUTCDate() === Number(text.slice(8, 10))
  return isDay ? Math.floor(instant / 1_000) * 1_000 : Number.NaN
}

/** Day 0 of spreadsheets, whose numbers of days count a 29 February 1900. */
const SPREADSHEET_DAY_0 = Date.UTC(1899, 11, 30)

function readWritten(cell: string, order: DayOrder | undefined): number {
  const given = cell.replace(/^[='"]+|["']+$/g, '')
  const [, seconds] = /^(1\d{9})(?:\d{3}|\d{6})?(?:[.,]\d+)?$/.exec(given) ?? []
  if (seconds !== undefined) return Number(seconds) * 1_000
  if (/^[34]\d{4}(?:[.,]\d+)?$/.test(given))
    return SPREADSHEET_DAY_0 + Math.floor(Number(given.replace(',', '.')) * 86_400) * 1_000
  if (given.length > 60) return Number.NaN
  const text = westernDigits(given.normalize('NFKC').toLowerCase())
    .replace(
      /[\u200e\u200f]|^(?:[~≈]|(?:от|на|as of) )\s*|\([^()]*\)$|(?<=[\d\s])(?:[грr]|uhr)\.?$|\s*(?:星期.|[周週].|.曜日?|.요일)$/g,
      '',
    )
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/(?<=\d)\s*([./-])\s+(?=\d)/g, '$1')
    .replace(/ '(?=\d\d(?!\d))/, ' 20')
    .replace(/(?<=\d)h(?=\d\d$)/, ':')
    .replace(/^(20\d\d)(\d\d)(\d\d)t?(\d\d)(\d\d)(\d\d)z?$/, '$1-$2-$3 $4:$5:$6')
    .trim()
  // `2026-08-23T10:20`, `23.08.2026, 10:20`, `sun aug 23 2026 10:20:30 gmt+0300`
  const time = /(?:^|[\st,])(\d{1,2}:\d{2}(?!\d).*)$/.exec(text)
  const clock = time === null ? 0 : readClock(time[1] ?? '')
  const day = (time === null ? text : text.slice(0, time.index)).replace(/[\s,]+$/, '')
  // What follows the time may be the year: `sun aug 23 10:20:30 2026`
  const late = /^(\S+(?: [a-z]{3,4})?) (\d{4})$/.exec(time?.[1] ?? '')
  if (late !== null) return readDay(`${day} ${late[2]}`, order) + readClock(late[1] ?? '')
  return readDay(time === null ? text : day, order) + clock
}

/** Milliseconds since midnight in UTC; NaN when the text is no time. */
function readClock(text: string): number {
  const [, hour = '', minute = '', second = '0', half, offset, zone] = CLOCK.exec(text.trim()) ?? []
  if (
    minute === '' ||
    Number(hour) > (half === undefined ? 23 : 12) ||
    Number(minute) > 59 ||
    Number(second) > 59
  )
    return Number.NaN
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0)
  const [, sign, offsetHours = '0', offsetMinutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(offset ?? '') ?? []
  const away = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1)
  const minutes = hours * 60 + Number(minute) - (zone === undefined ? away : (ZONES[zone] ?? 0) * 60)
  return (minutes * 60 + Number(second)) * 1_000
}

function readDay(text: string, order: DayOrder | undefined): number {
  const [, first = '', mark = '', second = '', third = ''] =
    /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\.?$/.exec(text) ?? []
  if (first.length === 4 && third.length < 3) return dayOf(first, second, third)
  if (third !== '' && first.length < 3) {
    const year = third.length === 2 ? `20${third}` : third
    if (mark === '.' || order === 'day first' || Number(first) > 12) return dayOf(year, second, first)
    return order === 'month first' || Number(second) > 12 || first === second
      ? dayOf(year, first, second)
      : Number.NaN
  }
  const [, year = '', month, day] =
    /^(\d{4})(?:(?:[./-]|\s*[年년]\s*)(\d{1,2})(?:\s*[月월](?:\s*(\d{1,2})\s*[日일])?)?)?$/.exec(text) ??
    /^(20\d\d)([01]\d)([0-3]\d)$/.exec(text) ??
    []
  if (year !== '') return dayOf(year, month, day)
  const [, ofWeeks = '', week, weekday = '1'] = /^(\d{4})-?w(\d\d)(?:-?([1-7]))?$/.exec(text) ?? []
  if (ofWeeks !== '') return dayOfWeek(Number(ofWeeks), Number(week), Number(weekday))
  const [, ofDays = '', number] = /^(\d{4})-(\d{3})$/.exec(text) ?? []
  if (ofDays !== '') return Number(number) > 366 ? Number.NaN : Date.UTC(Number(ofDays), 0, Number(number))
  const [, monthBefore, yearAfter = ''] = /^(\d{1,2})[./](\d{4})$/.exec(text) ?? []
  return yearAfter === '' ? readWords(text) : dayOf(yearAfter, monthBefore, undefined)
}

/** A day of an ISO week: 4 January is always in the first. */
function dayOfWeek(year: number, week: number, weekday: number): number {
  const fourth = new Date(Date.UTC(year, 0, 4))
  const isWeek = week >= 1 && week <= 53
  return isWeek
    ? fourth.getTime() + ((week - 1) * 7 + weekday - (fourth.getUTCDay() || 7)) * DAY_MS
    : Number.NaN
}

/** A date with the name of its month, in any order. */
function readWords(text: string): number {
  const words = text.match(/\p{L}[\p{L}\p{M}]*|\d+/gu) ?? []
  const numbers = words.filter((word) => /^\d/.test(word))
  const isShort = numbers.length === 2 && numbers.every((number) => number.length < 3)
  const year = isShort ? `20${numbers[1]}` : (numbers.find((number) => number.length === 4) ?? '')
  const day = isShort ? numbers[0] : numbers.find((number) => number !== year)
  const named = words.flatMap((word) => monthOf(word) ?? [])
  const isAll = words.every((word) => /^\d/.test(word) || isPartOfDate(word))
  if (!isAll || named.length !== 1 || year.length !== 4 || numbers.length > 2) return Number.NaN
  return dayOf(year, String(named[0]), day)
}

function dayOf(year: string, month = '1', day = '1'): number {
  return readPlain(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

/** The latest date or year in a file's name, in milliseconds, or null. */
export function dateInFileName(name: string, now: number): number | null {
  const found = name.matchAll(
    /(?<![\dA-Za-z])(20\d{2})(?:[-_.]?(0[1-9]|1[0-2])(?:[-_.]?(0[1-9]|[12]\d|3[01]))?)?(?![\dA-Za-z])/g,
  )
  const instants = Array.from(found, ([, year = '', month, day]) => {
    const text = [year, month, day].filter((part) => part !== undefined).join('-')
    return parseInstant(text, now) ?? parseInstant(year, now) ?? 0
  })
  return Math.max(0, ...instants) || null
}
