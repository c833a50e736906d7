import { LANGUAGES, type Language } from './i18n/messages.ts'
import { PAGE_NAMES, PAGES, type PageName } from './pages.ts'

/** The address of every page by name. Addresses are matched without regard to case. */
export const PATHS = Object.fromEntries(PAGE_NAMES.map((name) => [name, PAGES[name].path])) as Readonly<
  Record<PageName, string>
>

/** The public offer. */
export const OFFER = '/offer.pdf'

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

/** @param pathname path of an address without query, e.g. `/en/terms/` */
export function parseAddress(pathname: string): Address {
  const path = pathname.toLowerCase().replace(/(.)\/+$/, '$1')
  const language = LANGUAGES.find((tag) => path === `/${tag}` || path.startsWith(`/${tag}/`)) ?? null
  const bare = language === null ? path : path.slice(language.length + 1) || '/'
  return { language, page: BY_PATH.get(bare) ?? null }
}

/** The address of a page in one language, e.g. `/ru/search`. */
export function pathInLanguage(path: string, language: Language): string {
  return path === '/' ? `/${language}` : `/${language}${path}`
}
