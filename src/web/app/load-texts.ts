import type { Language, Messages } from '#shared/i18n/messages.ts'

/** The dictionary of one language; the other stays on the server. */
export function loadTexts(language: Language): Promise<Messages> {
  return DICTIONARIES[language]()
}

const DICTIONARIES: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import('#shared/i18n/en.ts')).en,
  ru: async () => (await import('#shared/i18n/ru.ts')).ru,
}
