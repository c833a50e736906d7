import type { Language } from '#shared/i18n/messages.ts'
import type { docs } from '#shared/i18n/en/docs.ts'

type SectionName = keyof typeof docs.sections

/** A part of the site's contents, and its pages in their order. */
interface Section {
  readonly name: SectionName
  /** Names of pages; `folder/*` is every page of the folder that is not named, by name. */
  readonly pages: readonly string[]
  /** Also takes the pages of `docs/` that no section names. */
  readonly takesOthers?: true
}

/** A page whose file does not exist is left out: its place is kept for it. */
export const SECTIONS: readonly Section[] = [
  { name: 'start', pages: ['', 'quick-start'] },
  {
    name: 'concepts',
    pages: ['evidence', 'ledger', 'search', 'discovery', 'glossary'],
  },
  {
    name: 'handbook',
    pages: [
      'install',
      'configuration',
      'public',
      'sign-in',
      'demonstration',
      'operations',
      'commands',
      'creators',
      'payments',
      'youtube',
      'import',
      'monitoring',
      'alerts',
      'servers',
      'database',
      'high-availability',
      'scale',
      'backup',
      'upgrade',
      'changelog',
      'security',
    ],
    takesOthers: true,
  },
  {
    name: 'api',
    pages: ['api', 'api/search', 'api/sessions', 'api/contacts', 'api/*', 'rights'],
  },
  {
    name: 'recipes',
    pages: [
      'recipes',
      'recipes/every-channel',
      'recipes/names-to-file',
      'recipes/reveal-and-warranty',
      'recipes/buy-uses',
      'recipes/export-purchases',
      'recipes/follow-a-video',
      'recipes/import-a-catalogue',
      'recipes/behind-nginx',
      'recipes/*',
    ],
  },
  {
    name: 'inside',
    pages: ['architecture', 'contributing', 'rules', 'style', 'decisions'],
  },
]

/** Pages of the site whose files are beside `docs/`: the file, and the page's name. */
export const FILES_OUTSIDE: Readonly<Record<string, string>> = {
  'AGENTS.md': 'rules',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'security',
  'UPGRADE.md': 'upgrade',
}

/** The language and the name of the page that a Markdown file of the project is; null when it is none. */
export function pageOfFile(file: string): { readonly language: Language; readonly name: string } | null {
  const outside = FILES_OUTSIDE[file]
  if (outside !== undefined) return { language: 'en', name: outside }
  const inside = /^docs\/(ru\/)?(.+)\.md$/.exec(file)
  if (inside === null) return null
  const [, russian, name = ''] = inside
  return { language: russian === undefined ? 'en' : 'ru', name: name.replace(/(^|\/)README$/, '') }
}

/** The address of a page, e.g. `/docs/ru/install`. */
export function pathOf(language: Language, name: string): string {
  return ['/docs', ...(language === 'ru' ? ['ru'] : []), ...(name === '' ? [] : [name])].join('/')
}
