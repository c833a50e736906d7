import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { LANGUAGES, type Language } from '#shared/i18n/messages.ts'
import { PAGES, type PageName, pagesWith } from '#shared/pages.ts'
import { PATHS } from '#shared/paths.ts'
import { App } from '#web/app/App.tsx'
import { loadStartTexts, loadTexts } from '#web/kit/texts/texts.tsx'
import { PAGE_CODE } from '#web/app/page-code.ts'

/** One HTML file to build: a page, the page of unknown URLs, or the shell from which private pages start. */
export interface Target {
  readonly name: PageName | 'notFound' | 'shell'
  readonly language: Language
  /** Source file of the page's code; null for the shell. */
  readonly source: string | null
}

/** Every HTML file of the build. */
export const TARGETS: readonly Target[] = LANGUAGES.flatMap((language) => [
  ...[...pagesWith('isPrerendered'), 'notFound' as const].map((name) => ({
    name,
    language,
    source: PAGE_CODE[name].source,
  })),
  { name: 'shell' as const, language, source: null },
])

/** Source file of the dictionary that an HTML file needs immediately. */
export function dictionarySource({ name, language }: Target): string {
  const isStart = name !== 'shell' && name !== 'notFound' && PAGES[name].texts === 'start'
  return isStart ? `src/shared/i18n/${language}/start.ts` : `src/shared/i18n/${language}.ts`
}

/** Renders the root element's content, preceded by the tags that belong in the head. */
export async function render({ name, language }: Target): Promise<string> {
  const path = name === 'shell' || name === 'notFound' ? '/no-such-page' : PATHS[name]
  const { prelude } = await prerender(
    <App
      speech={{ language, start: await loadStartTexts(language), whole: await loadTexts(language) }}
      served={name === 'shell' ? 'shell' : 'page'}
      router={(children) => <StaticRouter location={path}>{children}</StaticRouter>}
    />,
    // Renders everything in place: outlined parts would require inline scripts.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return new Response(prelude).text()
}
