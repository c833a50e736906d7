import { use } from 'react'
import type { consoleTexts } from '#shared/i18n/en/console.ts'
import type { Language, Texts } from '#shared/i18n/messages.ts'
import { useLanguage } from '#web/kit/texts/texts.tsx'

export type ConsoleTexts = Texts<typeof consoleTexts>

const LOAD: Readonly<Record<Language, () => Promise<{ readonly consoleTexts: ConsoleTexts }>>> = {
  en: () => import('#shared/i18n/en/console.ts'),
  ru: () => import('#shared/i18n/ru/console.ts'),
}

const loaded = new Map<Language, Promise<{ readonly consoleTexts: ConsoleTexts }>>()

/** The console's texts, a dictionary of their own: visitors load none of it. */
export function useConsoleTexts(): ConsoleTexts {
  const { language } = useLanguage()
  let texts = loaded.get(language)
  if (texts === undefined) loaded.set(language, (texts = LOAD[language]()))
  return use(texts).consoleTexts
}
