import { DATE_LOCALES, formatPrice, NUMBER_LOCALES } from '#shared/i18n/formats.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { formatNumber } from '#web/kit/formats/format.ts'

/** A figure in its unit; money is in kopecks. */
export function formatFigure(unit: 'kopecks' | 'uses' | 'count', value: number, language: Language): string {
  return unit === 'kopecks' ? formatPrice(value / 100, language) : formatNumber(value, language)
}

/** Date and time in Moscow, short enough for a table: `23 Nov 2026, 13:00`. @param instant ISO 8601 */
export function formatMoment(instant: string, language: Language): string {
  const options = { timeZone: 'Europe/Moscow', dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(DATE_LOCALES[language], options)
    .format(new Date(instant))
    .replace(/\sг\./u, '')
}

/** A time of a search: `50 ms`, `0,5 с`. */
export function formatSeconds(seconds: number, language: Language): string {
  const unit = seconds < 1 ? 'millisecond' : 'second'
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(NUMBER_LOCALES[language], options).format(
    seconds < 1 ? seconds * 1_000 : seconds,
  )
}
