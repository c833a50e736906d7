import { DATE_LOCALES, hardSpaces, NUMBER_LOCALES } from '#shared/i18n/formats.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (format === undefined)
    formats.set(key, (format = new Intl.NumberFormat(NUMBER_LOCALES[language], options)))
  return format
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** A day without a time belongs to no zone: it is read and written in the same one. */
const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/

function writeDate(instant: string, language: Language, dateStyle: 'long' | 'medium'): string {
  const timeZone = DAY_ALONE.test(instant) ? 'UTC' : undefined
  const key = `${language} ${dateStyle} ${timeZone}`
  let format = dateFormats.get(key)
  if (format === undefined) {
    dateFormats.set(key, (format = new Intl.DateTimeFormat(DATE_LOCALES[language], { dateStyle, timeZone })))
  }
  // Russian adds "г.", which does not fit into a sentence.
  return format.format(new Date(instant)).replace(/\s*г\.$/, '')
}

/** A number in full, e.g. `1,234,567` or `1 234 567`. */
export function formatNumber(value: number, language: Language): string {
  return hardSpaces(numberFormat(language, {}).format(value))
}

/** A compact number, rounded down to one decimal so that it never overstates: `1.2M`, `1,2 млн`. */
export function formatCompact(value: number, language: Language): string {
  return hardSpaces(
    numberFormat(language, {
      notation: 'compact',
      maximumFractionDigits: 1,
      roundingMode: 'floor',
    }).format(value),
  )
}

/** A range of counts, e.g. `4.2K–70K` or `4,2 тыс.–70 тыс.`; one number where both ends are written alike. */
export function formatRange(from: number, to: number, language: Language): string {
  return [...new Set([from, to].map((end) => formatCompact(end, language)))].join('–')
}

/** A number with one decimal at most, rounded, e.g. `44.4` or `44,4`. */
export function formatDecimal(value: number, language: Language): string {
  return hardSpaces(numberFormat(language, { maximumFractionDigits: 1 }).format(value))
}

/** A part of a whole with one decimal at most, e.g. `2.1%` or `2,1 %`. @param share 0.021 for 2.1 % */
export function formatShare(share: number, language: Language): string {
  return hardSpaces(numberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share))
}

/**
 * A date, e.g. `12 March 2026` or `12 марта 2026`, whose day stays beside its month; the year may not, because facts beside each
 * other on a small phone have no room for `23 сентября 2026`. @param instant ISO 8601, or a day `YYYY-MM-DD`
 */
export function formatDate(instant: string, language: Language): string {
  return writeDate(instant, language, 'long').replace(/\s/u, '\u00a0')
}

/** A date with a short month, e.g. `8 Apr 2026` or `8 апр. 2026`. @param instant ISO 8601, or a day `YYYY-MM-DD` */
export function formatShortDate(instant: string, language: Language): string {
  return hardSpaces(writeDate(instant, language, 'medium'))
}

/** Date and time in the reader's zone: `26 November 2026 at 22:12`. @param instant ISO 8601 */
export function formatDateTime(instant: string, language: Language): string {
  const format = new Intl.DateTimeFormat(DATE_LOCALES[language], { dateStyle: 'long', timeStyle: 'short' })
  return format.format(new Date(instant)).replace(/\sг\./u, '')
}

/** The reader's time zone, such as `Europe/Berlin`; `UTC` where the browser does not tell. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'
}

/** The date in Moscow of an instant, `YYYY-MM-DD`. @param instant ms since 1970 */
export function moscowDay(instant: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short' }).format(instant)
}

/** A date for a stamp: `22 Nov`, `22 нояб.`; with the year if it is not this one. @param instant ISO 8601 */
export function formatStamp(instant: string, language: Language): string {
  const date = new Date(instant)
  if (date.getFullYear() !== new Date().getFullYear()) return formatShortDate(instant, language)
  const options = { day: 'numeric', month: 'short' } as const
  return hardSpaces(new Intl.DateTimeFormat(DATE_LOCALES[language], options).format(date))
}

/** Time since an instant: `5 hours ago`, `вчера`; a date after a month; null within the hour. @param instant ISO 8601 */
export function formatAgo(instant: string, now: number, language: Language): string | null {
  const hours = Math.floor((now - Date.parse(instant)) / HOUR_MS)
  if (hours < 1) return null
  const days = Math.floor(hours / 24)
  if (days >= 30) return formatDate(instant, language)
  const format = new Intl.RelativeTimeFormat(DATE_LOCALES[language], { numeric: 'auto' })
  return days < 1 ? format.format(-hours, 'hour') : format.format(-days, 'day')
}

/** How long ago, in words of the largest fitting unit: `yesterday`, `8 weeks ago`, `2 года назад`. @param instant ISO 8601 */
export function formatTimeSince(instant: string, now: number, language: Language): string {
  const days = Math.max(0, Math.floor((now - Date.parse(instant)) / (24 * HOUR_MS)))
  const [value, unit] =
    days < 14
      ? ([days, 'day'] as const)
      : days < 70
        ? ([Math.floor(days / 7), 'week'] as const)
        : days < 730
          ? ([Math.floor(days / 30.44), 'month'] as const)
          : ([Math.floor(days / 365.25), 'year'] as const)
  const format = new Intl.RelativeTimeFormat(DATE_LOCALES[language], { numeric: 'auto' })
  return format.format(-value, unit).replace(/(?<=^\d+) /u, '\u00a0')
}

/**
 * A waiting time in the largest fitting unit, rounded up: `40 sec`, `3 мин`; abbreviated, so that Russian needs no case.
 * @param seconds whole seconds
 */
export function formatWait(seconds: number, language: Language): string {
  const [value, unit] =
    seconds < 100
      ? [seconds, 'second']
      : seconds < 5400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}

/** A span of time, exact within a year, then rounded down: `214 days`, `14 месяцев`, `2 years`. @param days whole days */
export function formatSpan(days: number, language: Language): string {
  const [value, unit] =
    days < 366
      ? [days, 'day']
      : days < 730
        ? [Math.floor(days / 30.44), 'month']
        : [Math.floor(days / 365.25), 'year']
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** A change of a number, with its sign, e.g. `+10` or `−1`. */
export function formatChange(change: number, language: Language): string {
  return hardSpaces(numberFormat(language, { signDisplay: 'exceptZero' }).format(change)).replace(
    '-',
    '\u2212',
  )
}

const dayFormats = new Map<Language, Intl.DateTimeFormat>()

/** A calendar date with a short month, e.g. `8 Apr` or `8 апр.`. @param date `YYYY-MM-DD` */
export function formatDay(date: string, language: Language): string {
  let format = dayFormats.get(language)
  if (format === undefined) {
    // The date has no time zone: it is parsed and formatted in the same one.
    const options = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
    dayFormats.set(language, (format = new Intl.DateTimeFormat(DATE_LOCALES[language], options)))
  }
  return hardSpaces(format.format(new Date(date)))
}
