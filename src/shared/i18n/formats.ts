import type { Language } from './messages.ts'

// What pages, letters and files write alike.

export const NUMBER_LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', ru: 'ru-RU' }
export const DATE_LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', ru: 'ru-RU' }

/** A price, with kopecks only when there are any: `₽1,500` or `1 500 ₽`. @param currency ISO 4217 */
export function formatPrice(amount: number, language: Language, currency = 'RUB'): string {
  const format = new Intl.NumberFormat(NUMBER_LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  })
  return hardSpaces(format.format(amount))
}

/** Browsers use different spaces; built pages must not depend on them. */
export function hardSpaces(text: string): string {
  return text.replace(/\s/gu, '\u00a0')
}

const MOSCOW: Readonly<Record<Language, (time: string) => string>> = {
  en: (time) => `${time}, Moscow`,
  ru: (time) => `${time} по\u00a0Москве`,
}

/** Date and time in Moscow: `23 November 2026 at 13:00, Moscow`, `23 ноября 2026 в 13:00 по Москве`. */
export function formatMoscowTime(instant: Date, language: Language): string {
  const format = new Intl.DateTimeFormat(DATE_LOCALES[language], {
    timeZone: 'Europe/Moscow',
    dateStyle: 'long',
    timeStyle: 'short',
  })
  // Days are written without the abbreviated 'year' everywhere.
  return MOSCOW[language](format.format(instant).replace(/\sг\./u, ''))
}
