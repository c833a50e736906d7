import { use } from 'react'
import type { operator } from '#shared/i18n/en/operator.ts'
import type { Language, Texts } from '#shared/i18n/messages.ts'
import { useLanguage } from '#web/kit/texts/texts.tsx'

type OperatorTexts = Texts<typeof operator>

const loading = new Map<Language, Promise<OperatorTexts>>()

function load(language: Language): Promise<OperatorTexts> {
  const found = loading.get(language)
  if (found !== undefined) return found
  const texts = (
    language === 'ru' ? import('#shared/i18n/ru/operator.ts') : import('#shared/i18n/en/operator.ts')
  ).then((file) => file.operator)
  loading.set(language, texts)
  return texts
}

/** The texts of the operator's pages, which visitors do not download. */
export function useOperatorTexts(): OperatorTexts {
  const { language } = useLanguage()
  return use(load(language))
}
