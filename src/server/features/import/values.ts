import { cellKey, isUnknown } from '#server/features/catalogue/clean-text.ts'
import { FACTORS } from './words.ts'
import { DAY_MS } from '#shared/rules/time.ts'

// `\s` includes no-break and narrow spaces, the usual separators in Russian and French.
const COUNT = /^[~≈<>+]?\s*(\d[\d.,'’_\s]*?)(?:e\+?(\d{1,2}))?\s*(\p{L}*)\.?\+?$/u
const NUMBER = /^([1-9]\d{0,2}(?:([.,'’_\s])\d{3}(?:\2\d{3})*)|\d+)(?:([.,])(\d+))?$/

/**
 * A count as people and spreadsheets write it: `1,234`, `1 234`, `1.234.567`, `2.28E+11`, `~5k`, `1,2 млн`, `3.4万`.
 * A single separator before exactly three digits separates thousands: counts have no fractions.
 *
 * @returns a whole number; null when the cell says that the count is unknown; undefined when it cannot be understood
 */
export function parseCount(cell: string): number | null | undefined {
  if (/^\d{1,15}$/.test(cell)) return Number(cell)
  const text = cell.trim()
  if (isUnknown(text)) return null
  const [, digits, exponent, unit = ''] = (text.length > 60 ? null : COUNT.exec(text.toLowerCase())) ?? []
  if (digits === undefined) return undefined
  const factor = 10 ** Number(exponent ?? 0) * (unit === '' ? 1 : (FACTORS.get(cellKey(unit)) ?? Number.NaN))
  const value = Math.round(decimal(digits, factor > 1) * factor)
  return Number.isSafeInteger(value) ? value : undefined
}

function decimal(digits: string, isScaled: boolean): number {
  if (isScaled && /^\d+[.,]\d+$/.test(digits)) return Number(digits.replace(',', '.'))
  const [, whole, separator, point, fraction = '0'] = NUMBER.exec(digits) ?? []
  const isNumber = whole !== undefined && (point === undefined || point !== separator)
  return isNumber ? Number(`${whole.replace(/\D/g, '')}.${fraction}`) : Number.NaN
}

/** The first large video platform opened in 2005; older dates are mistakes or placeholders. */
const EARLIEST = Date.UTC(2005, 0, 1)
/** Formats that `Date.parse` reads as UTC. */
const PLAIN = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/
const LONG =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d+)? ?(?:UTC|GMT|(Z|[+-]\d{2}:?\d{2}))?$/i

/**
 * An instant as files write it: ISO 8601 (UTC unless it says otherwise), `23.08.2026`, `2026-08` or `2026`. With a slash or
 * dash the day comes first only if it is over 12: `03/04/2026` may be two days.
 *
 * @param now  milliseconds; what lies more than a day after it is not understood
 * @returns milliseconds; null when the cell says that the date is unknown; undefined when it cannot be understood
 */
export function parseInstant(cell: string, now: number): number | null | undefined {
  const text = cell.trim()
  const instant = PLAIN.test(text) ? readPlain(text) : readLong(text)
  if (instant >= EARLIEST && instant <= now + DAY_MS) return instant
  return isUnknown(text) ? null : undefined
}

/** NaN when there is no such day: `Date.parse` takes 30 February for 2 March. */
function readPlain(text: string): number {
  const instant = Date.parse(text)
  const isDay = new Date(instant).getUTCDate() === Number(text.slice(8, 10))
  return isDay ? Math.floor(instant / 1_000) * 1_000 : Number.NaN
}

function readLong(text: string): number {
  if (/^\d{4}(?:-\d{2})?$/.test(text)) return Date.parse(text)
  const iso = text.replace(
    /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:$|,?(?= ))/,
    (given: string, day: string, mark: string, month: string, year: string) =>
      mark === '.' || Number(day) > 12 ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : given,
  )
  if (PLAIN.test(iso)) return readPlain(iso)
  const [, date, time, zone = 'Z'] = LONG.exec(iso) ?? []
  if (date === undefined || time === undefined || Number.isNaN(readPlain(date))) return Number.NaN
  const offset = zone.toUpperCase().replace(/(\d{2})(\d{2})$/, '$1:$2')
  return Date.parse(`${date}T${time.replace(/^\d:/, '0$&')}${offset}`)
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
