import type { Language } from '#shared/i18n/messages.ts'

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', ru: 'ru-RU' }

/** A difference with its sign, e.g. `+1,234`. */
export function formatChange(number: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { signDisplay: 'exceptZero' }).format(number)
}

/** A percentage with its sign, e.g. `+1.25%`. @param percent 1.25 for 1.25 % */
export function formatPercent(percent: number, language: Language): string {
  const options = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(LOCALES[language], options).format(percent / 100)
}
