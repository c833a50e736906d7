import { DATE_LOCALES, hardSpaces, NUMBER_LOCALES } from '#shared/i18n/formats.ts'
import type { Language } from '#shared/i18n/messages.ts'
import type { Messages } from '#shared/i18n/en.ts'
import { saveFile } from '#web/kit/actions/save-file.ts'
import { CallError } from '#web/kit/api/call.ts'
import { localZone } from '#web/kit/formats/format.ts'
import { COUNTERS, type Point } from '#shared/rules/statistics.ts'
import { withoutFormula } from '#shared/rules/spreadsheets.ts'

/** A day and time in the reader's time zone, e.g. `22 Nov, 11:00`. @param instant ISO 8601 */
function formatMoment(instant: string, language: Language): string {
  const options = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(DATE_LOCALES[language], options).format(new Date(instant))
}

/** A short calendar date, e.g. `22 Nov`. @param date `YYYY-MM-DD` */
export function formatDay(date: string, language: Language): string {
  const options = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(DATE_LOCALES[language], options).format(new Date(date))
}

/** The same with its year, and unbroken: `22 Nov 2026`, `22 нояб. 2026`. */
export function formatFullDay(date: string, language: Language): string {
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const
  const day = new Intl.DateTimeFormat(DATE_LOCALES[language], options).format(new Date(date))
  // Russian adds "г.", which does not fit into a sentence.
  return hardSpaces(day.replace(/\s*г\.$/, ''))
}

/**
 * The day of a video's newest numbers, in the reader's time zone, never tomorrow: where it is still evening, numbers of this
 * minute have Moscow's next date. @param date `YYYY-MM-DD` in Moscow
 */
export function formatReadingDay(
  date: string,
  language: Language,
  now = Date.now(),
  zone = localZone(),
): string {
  const today = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone }).format(now)
  return formatFullDay(date > today ? today : date, language)
}

/** A change with its sign, e.g. `+1,234` or `+1.25%`. @param change 0.0125 for 1.25 % */
export function formatSigned(
  change: number,
  language: Language,
  style: 'decimal' | 'percent' = 'decimal',
): string {
  const options = { style, signDisplay: 'exceptZero', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(NUMBER_LOCALES[language], options).format(change)
}

/**
 * A number beside a chart, compact from 10,000 on, with as many decimals as tell it from its neighbours: `99.925M`, `208 млн`.
 * @param step between neighbours
 */
export function formatTick(value: number, step: number, language: Language): string {
  const isCompact = value >= 10_000
  const unit = isCompact ? Math.floor(Math.log10(value) / 3) * 3 : 0
  const decimals = Math.min(9, Math.max(0, unit - Math.floor(Math.log10(step))))
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals } as const
  const format = new Intl.NumberFormat(NUMBER_LOCALES[language], {
    ...options,
    ...(isCompact && { notation: 'compact' }),
  })
  return hardSpaces(format.format(value))
}

/** Why a video lookup failed, in words. */
export function describeFailure(
  error: unknown,
  { failures }: Messages['statistics'],
  language: Language,
): string {
  if (!(error instanceof CallError)) return failures.other
  if (error.code === 'not_found') return failures.notFound
  if (error.code === 'offline') return failures.offline
  if (error.code === 'provider_failed') return failures.provider
  const resetsAt = error.extras['quotaResetsAt']
  return typeof resetsAt === 'string' ? failures.quota(formatMoment(resetsAt, language)) : failures.other
}

interface CsvSeries {
  /** A video's. */
  readonly id: string
  readonly points: readonly Point[]
}

/** Rows of `video,date_moscow,views,likes,comments`, with line endings as in RFC 4180; an unknown number is empty, never 0. */
export function writeCsv(series: readonly CsvSeries[]): string {
  const rows = series.flatMap(({ id, points }) =>
    // The platform's ids of eleven characters may start with one that spreadsheets read as a formula.
    points.map((point) => [
      `"${withoutFormula(id)}"`,
      point.date,
      ...COUNTERS.map((counter) => point[counter] ?? ''),
    ]),
  )
  return [['video', 'date_moscow', ...COUNTERS], ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/** Saves them as a file. */
export function saveCsv(series: readonly CsvSeries[]): void {
  const name = `statistics-${series.map(({ id }) => id).join('-')}.csv`
  saveFile(new File([writeCsv(series)], name, { type: 'text/csv;charset=utf-8' }))
}
