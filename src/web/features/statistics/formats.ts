import type { Language } from '#shared/i18n/messages.ts'

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', ru: 'ru-RU' }

/** A day and time in the reader's time zone, e.g. `22 Nov, 11:00`. @param instant ISO 8601 */
export function formatMoment(instant: string, language: Language): string {
  const options = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(LOCALES[language], options).format(new Date(instant))
}

/** A short calendar date, e.g. `22 Nov`. @param date `YYYY-MM-DD` */
export function formatDay(date: string, language: Language): string {
  const options = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(LOCALES[language], options).format(new Date(date))
}

/** The same with its year, for tables. */
export function formatFullDay(date: string, language: Language): string {
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(LOCALES[language], options).format(new Date(date))
}

/** A difference with its sign, e.g. `+1,234`. */
export function formatChange(number: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { signDisplay: 'exceptZero' }).format(number)
}

/** A percentage with its sign, e.g. `+1.25%`. @param percent 1.25 for 1.25 % */
export function formatPercent(percent: number, language: Language): string {
  const options = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(LOCALES[language], options).format(percent / 100)
}
