import { LANGUAGES, type Language } from './i18n/messages.ts'
import { PAGE_NAMES, PAGES, type PageName } from './pages.ts'

/** The address of every page by name, or its pattern (`channelPath`). Addresses are matched without regard to case. */
export const PATHS = Object.fromEntries(PAGE_NAMES.map((name) => [name, PAGES[name].path])) as Readonly<
  Record<PageName, string>
>

/** The public offer in force; with `?version=YYYY-MM-DD` that of the date. */
export const OFFER = '/offer.pdf'
/** Versions of legal texts as JSON: `/legal/NAME/DATE`. */
export const LEGAL = '/legal'

/** The documentation, which is built apart from the pages. */
export const DOCS: Readonly<Record<Language, string>> = { en: '/docs', ru: '/docs/ru' }

/** Where the payment provider leads people back to: the server asks it, and sends them on to the page that fits. */
export function paymentReturn(id: string): string {
  return `/api/payments/${id}/return`
}

/** Language and page that an address stands for, e.g. `/ru/Search` -> ru, search. Unknown addresses have no page. */
export interface Address {
  /** Null when the address leaves the language to the person's choice. */
  readonly language: Language | null
  readonly page: PageName | null
}

const BY_PATH = new Map(PAGE_NAMES.map((name) => [PATHS[name], name]))
const PATTERNS = PAGE_NAMES.filter(hasPattern).map((name) => ({ name, pattern: patternOf(PATHS[name]) }))

/** Whether a page has many addresses, which `PATHS` gives as a pattern. */
export function hasPattern(page: PageName): boolean {
  return PATHS[page].includes(':')
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/:\w+(\??)/g, '(?:/[^/]+)$1')}$`)
}

/** @param pathname path of an address without query, e.g. `/en/terms/` */
export function parseAddress(pathname: string): Address {
  const path = pathname.toLowerCase().replace(/(.)\/+$/, '$1')
  const language = LANGUAGES.find((tag) => path === `/${tag}` || path.startsWith(`/${tag}/`)) ?? null
  const bare = language === null ? path : path.slice(language.length + 1) || '/'
  const page = BY_PATH.get(bare) ?? PATTERNS.find(({ pattern }) => pattern.test(bare))?.name
  return { language, page: page ?? null }
}

const SLUG_MAX = 60

/** The address of a channel's page. Only the id counts; the name is for people, and may change. */
export function channelPath(channelId: string, name: string): string {
  const words =
    name
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const slug = [...words.join('-')].slice(0, SLUG_MAX).join('').replace(/-$/, '')
  return `/channel/${encodeURIComponent(channelId)}${slug && `/${encodeURIComponent(slug)}`}`
}

/** The id of the channel whose page an address is, with or without a language; null when it is none. */
export function channelOf(pathname: string): string | null {
  if (parseAddress(pathname).page !== 'channel') return null
  const [, id = ''] = /\/channel\/([^/]+)/i.exec(pathname) ?? []
  try {
    return decodeURIComponent(id)
  } catch {
    return null
  }
}

/** The address of a page in one language, e.g. `/ru/search`. */
export function pathInLanguage(path: string, language: Language): string {
  return path === '/' ? `/${language}` : `/${language}${path}`
}
