import { isUnknown } from '#server/features/catalogue/clean-text.ts'

const DAY_MS = 86_400_000
/** The first video platform that matters opened in 2005; older dates are mistakes or placeholders. */
const EARLIEST = Date.UTC(2005, 0, 1)

const MONTHS = new Map<string, number>()
for (const names of [
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'янв фев мар апр мая июн июл авг сен окт ноя дек',
  'ene feb mar abr may jun jul ago sep oct nov dic',
]) {
  names.split(' ').forEach((name, month) => MONTHS.set(name, month))
}
MONTHS.set('май', 4)

const ISO =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?)?$/i
const DAY_FIRST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const NAMED = /^(?:(\d{1,2})\s+(\p{L}{3,9})\.?,?|(\p{L}{3,9})\.?\s+(\d{1,2}),?)\s+(\d{4})(?:\s*г\.?)?$/u

/**
 * An instant as files write it: ISO 8601 (UTC unless it says otherwise), `2026/8/23`, `23.08.2026`, `Aug 23, 2026`,
 * `23 августа 2026`, `2026-08`, `2026`, Unix seconds or milliseconds. `03/04/2026` could be two days, so it is not understood.
 *
 * @param now  milliseconds; what lies more than a day after it is not understood
 * @returns milliseconds; null when the cell says that the date is unknown; undefined when it cannot be understood
 */
export function parseInstant(cell: string, now: number): number | null | undefined {
  const plain = readPlain(cell)
  if (plain >= EARLIEST && plain <= now) return plain
  const text = cell.trim()
  if (isUnknown(text)) return null
  const instant = read(text)
  return instant === undefined || !(instant >= EARLIEST) || instant > now + DAY_MS ? undefined : instant
}

/** `2026-08-23` and `2026-08-23T10:20:30.000Z`, what nearly all machines write, eight times as fast; else NaN. */
function readPlain(text: string): number {
  const isLong = text.length === 24 && text.endsWith('Z') && text[10] === 'T'
  if ((text.length !== 10 && !isLong) || text[4] !== '-' || text[7] !== '-') return Number.NaN
  const date = startOfDay(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10))
  if (!isLong || Number.isNaN(date)) return date
  const [hour, minute, second] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)]
  return hour < 24 && minute < 60 && second < 60
    ? date + ((hour * 60 + minute) * 60 + second) * 1_000
    : Number.NaN
}

/** Files name few days many times. */
const days = new Map<number, number>()
const MOST_DAYS = 20_000

/** Milliseconds; NaN when there is no such day. */
function startOfDay(year: number, month: number, day: number): number {
  const key = (year * 100 + month) * 100 + day
  let start = days.get(key)
  if (start === undefined) {
    start = Date.UTC(year, month - 1, day)
    if (new Date(start).getUTCDate() !== day) start = Number.NaN
    if (days.size >= MOST_DAYS) days.clear()
    days.set(key, start)
  }
  return start
}

function digits(text: string, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

function read(text: string): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000
  if (/^\d{13}$/.test(text)) return Number(text)
  if (text.length > 40) return undefined
  const yearMonth = /^(\d{4})(?:-(\d{2}))?$/.exec(text)
  if (yearMonth) return utc(yearMonth[1], Number(yearMonth[2] ?? '1') - 1, '1')
  const iso = ISO.exec(text)
  if (iso) return utc(iso[1], Number(iso[2]) - 1, iso[3], iso[4], iso[5], iso[6], iso[7])
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return readDayFirst(dayFirst)
  const named = NAMED.exec(text)
  if (!named) return undefined
  const month = MONTHS.get((named[2] ?? named[3] ?? '').toLowerCase().slice(0, 3))
  return month === undefined ? undefined : utc(named[5], month, named[1] ?? named[4])
}

function readDayFirst([, first, mark, second, year, ...time]: RegExpExecArray): number | undefined {
  // Only the point is always day first; with others the day must show by being above 12, or equal to the month.
  const isDayFirst = mark === '.' || Number(first) > 12 || first === second
  if (!isDayFirst && Number(second) <= 12) return undefined
  return isDayFirst
    ? utc(year, Number(second) - 1, first, ...time)
    : utc(year, Number(first) - 1, second, ...time)
}

function utc(
  year: string | undefined,
  month: number,
  day: string | undefined,
  hour = '0',
  minute = '0',
  second = '0',
  zone = 'z',
): number | undefined {
  const date = Date.UTC(Number(year), month, Number(day))
  const isReal = new Date(date).getUTCMonth() === month && new Date(date).getUTCDate() === Number(day)
  if (!isReal || Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  const offsetMinutes =
    offset === null ? 0 : Number(`${offset[1]}1`) * (Number(offset[2]) * 60 + Number(offset[3]))
  return date + ((Number(hour) * 60 + Number(minute) - offsetMinutes) * 60 + Number(second)) * 1_000
}

/** The last date or year that stands in a file's name between other signs, in milliseconds, or null. */
export function dateInFileName(name: string, now: number): number | null {
  const found = name.matchAll(
    /(?<![\dA-Za-z])(20\d{2})(?:[-_.]?(0[1-9]|1[0-2])(?:[-_.]?(0[1-9]|[12]\d|3[01]))?)?(?![\dA-Za-z])/g,
  )
  let latest: number | null = null
  for (const [, year, month, day] of found) {
    const text = [year, month, day].filter((part) => part !== undefined).join('-')
    const instant = parseInstant(text, now) ?? parseInstant(year as string, now)
    if (instant != null && (latest === null || instant > latest)) latest = instant
  }
  return latest
}
