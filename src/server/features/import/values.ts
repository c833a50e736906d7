import { isUnknown } from '#server/features/catalogue/clean-text.ts'

/** Larger numbers are not understood. */
const MOST = Number.MAX_SAFE_INTEGER

const MULTIPLIERS = new Map<string, number>()
for (const [factor, words] of [
  [1e3, 'k|к|т|тыс|тысяч|тысяча|тысячи|тис|thousand|mil|tsd|tsd|bin|tys|千|천'],
  [1e4, 'w|万|萬|만'],
  [1e5, 'lakh|lakhs|lac'],
  [
    1e6,
    'm|м|mn|mln|млн|мільйонів|миллион|миллиона|миллионов|mio|mi|million|millions|millones|millon|milhoes|milhões|milhão|millionen|milyon|百万|百萬',
  ],
  [1e7, 'cr|crore|crores|千万|千萬'],
  [1e8, '亿|億|억'],
  [
    1e9,
    'b|bn|bln|bi|mrd|mld|млрд|миллиард|миллиарда|миллиардов|billion|billions|milliard|milliards|milliarden|milyar|十亿',
  ],
  [1e12, 'tn|trn|trillion|трлн'],
] as const) {
  for (const word of words.split('|')) MULTIPLIERS.set(word, factor)
}

/** Units that may follow a number. */
const UNITS =
  /^(?:subs?|subscribers?|followers?|views?|videos?|uploads?|fans?|подписчик\p{L}*|просмотр\p{L}*|видео|suscriptores|inscritos|abonn\p{L}*|aufrufe|vues|vistas|visualizaciones|visualizações|abone|人|次|本|回|명|개|位)$/u

// `\s` includes no-break and narrow spaces, the usual separators in Russian and French.
const NUMBER = /^(\d[\d.,'’_\s]*)(?:e([+-]?\d{1,2})(?![\p{L}\d]))?/iu

/**
 * A count as people and spreadsheets write it: `1,234`, `1 234`, `1.234.567`, `2.28E+11`, `12.3M`, `1,2 млн`, `5K`, `3.4万`.
 * A single separator before exactly three digits separates thousands: counts have no fractions.
 *
 * @returns a whole number; null when the cell says that the count is unknown; undefined when it cannot be understood
 */
export function parseCount(cell: string): number | null | undefined {
  if (/^\d{1,15}$/.test(cell)) return Number(cell)
  const text = cell.trim()
  if (isUnknown(text)) return null
  if (text.length > 60) return undefined
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[~≈<>+]\s*/, '')
  const match = NUMBER.exec(plain)
  if (match === null) return undefined
  const words = plain
    .slice(match[0].length)
    .split(/[\s+.]+/)
    .filter((word) => word !== '')
  const factor = words.length > 0 ? MULTIPLIERS.get(words[0] as string) : undefined
  const units = factor === undefined ? words : words.slice(1)
  if (!units.every((word) => UNITS.test(word))) return undefined
  const exponent = match[2]
  const digits = decimalText((match[1] as string).trim(), factor !== undefined || exponent !== undefined)
  if (digits === undefined) return undefined
  const value = Math.round(Number(exponent === undefined ? digits : `${digits}e${exponent}`) * (factor ?? 1))
  return value <= MOST ? value : undefined
}

/** The number with a decimal point and without thousands separators; undefined when its separators are inconsistent. */
function decimalText(text: string, isScaled: boolean): string | undefined {
  const digits = text.replace(/[.,]$/, '')
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last === -1) return ungrouped(digits)
  const mark = digits[last] as string
  const whole = digits.slice(0, last)
  const rest = digits.slice(last + 1)
  if (!/^\d+$/.test(rest)) return ungrouped(digits)
  if (whole.includes(mark)) return whole.includes(mark === '.' ? ',' : '.') ? undefined : ungrouped(digits)
  const isThousands = /^[1-9]\d{0,2}$/.test(whole) && rest.length === 3 && !isScaled
  if (isThousands) return whole + rest
  const integer = ungrouped(whole)
  return integer === undefined ? undefined : `${integer}.${rest}`
}

/** The digits of a grouped number; Indian grouping (12,34,567) too. */
function ungrouped(text: string): string | undefined {
  if (/^\d+$/.test(text)) return text
  return /^\d{1,3}(?:[.,'’_\s]\d{2,3})*[.,'’_\s]\d{3}$/.test(text) ? text.replace(/\D/g, '') : undefined
}

const DAY_MS = 86_400_000
/** The first large video platform opened in 2005; older dates are mistakes or placeholders. */
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

const PLAIN = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/

/** A fast path for `2026-08-23` and `2026-08-23T10:20:30.000Z`, the usual formats; NaN for others. */
function readPlain(text: string): number {
  const instant = PLAIN.test(text) ? Date.parse(text) : Number.NaN
  // `Date.parse` takes 30 February for 2 March.
  return new Date(instant).getUTCDate() === Number(text.slice(8, 10))
    ? Math.floor(instant / 1_000) * 1_000
    : Number.NaN
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
  // With points the day comes first; with other separators it must be above 12, or equal to the month.
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

/** The latest date or year in a file's name, in milliseconds, or null. */
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
