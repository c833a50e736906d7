import type { Language } from './messages.ts'

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', ru: 'ru-RU' }

/** A price, with kopecks only when there are any: `₽1,500` or `1 500 ₽`. */
export function formatPrice(roubles: number, language: Language): string {
  const format = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency: 'RUB',
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  })
  // Browsers use different spaces; built pages must not depend on them.
  return format.format(roubles).replace(/\s/gu, '\u00a0')
}
