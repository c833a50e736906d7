import { use } from 'react'
import type { importPage } from '#shared/i18n/en/import-page.ts'
import type { ImportTexts } from '#shared/i18n/import-report.ts'
import type { Language, Texts } from '#shared/i18n/messages.ts'
import { useLanguage } from '#web/kit/texts/texts.tsx'

/** The texts of the page, and what the command line says of imports, too. */
interface PageTexts {
  readonly page: Texts<typeof importPage>
  readonly imports: ImportTexts
}

const LOAD: Readonly<Record<Language, () => Promise<PageTexts>>> = {
  async en() {
    const [{ importPage: page }, { imports }] = await Promise.all([
      import('#shared/i18n/en/import-page.ts'),
      import('#shared/i18n/en/imports.ts'),
    ])
    return { page, imports }
  },
  async ru() {
    const [{ importPage: page }, { imports }] = await Promise.all([
      import('#shared/i18n/ru/import-page.ts'),
      import('#shared/i18n/ru/imports.ts'),
    ])
    return { page, imports }
  },
}

const loaded = new Map<Language, Promise<PageTexts>>()

export function useImportTexts(): PageTexts {
  const { language } = useLanguage()
  let texts = loaded.get(language)
  if (texts === undefined) loaded.set(language, (texts = LOAD[language]()))
  return use(texts)
}
