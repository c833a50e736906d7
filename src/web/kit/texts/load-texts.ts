import type { Messages, StartTexts } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'

const START: Readonly<Record<Language, () => Promise<StartTexts>>> = {
  en: () => import('#shared/i18n/en/start.ts'),
  ru: () => import('#shared/i18n/ru/start.ts'),
}

const WHOLE: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import('#shared/i18n/en.ts')).en,
  ru: async () => (await import('#shared/i18n/ru.ts')).ru,
}

const whole = new Map<Language, Promise<Messages>>()

/** The texts of the start page and of the frame in one language; the other language stays on the server. */
export function loadStartTexts(language: Language): Promise<StartTexts> {
  return START[language]()
}

/** One language's whole dictionary; the same promise each time, until it fails. */
export function loadTexts(language: Language): Promise<Messages> {
  let texts = whole.get(language)
  if (texts === undefined) {
    texts = WHOLE[language]()
    texts.catch(() => whole.delete(language))
    whole.set(language, texts)
  }
  return texts
}
