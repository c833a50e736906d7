import { LANGUAGES, type Language } from './i18n/messages.ts'

/** Every page of the product by name. Addresses are matched without regard to case. */
export const PATHS = {
  landing: '/',
  search: '/search',
  purchases: '/purchases',
  promotion: '/promotion',
  purchase: '/purchase',
  terms: '/terms',
  purpose: '/purpose',
  dataprocessing: '/dataprocessing',
  profile: '/profile',
  paymentsuccess: '/paymentsuccess',
  paymenterror: '/paymenterror',
  sponsors: '/sponsors',
  vote: '/vote',
  forbidden: '/forbidden',
  unauthorized: '/unauthorized',
  toomanyrequests: '/toomanyrequests',
  authorization: '/authorization',
  login: '/login',
  signup: '/signup',
  delete: '/delete',
  reset: '/reset',
  optout: '/optout',
} as const

/** The public offer. */
export const OFFER = '/offer.pdf'

/** Where the payment provider leads people back to: the server asks it, and sends them on to the page that fits. */
export function paymentReturn(id: string): string {
  return `/api/payments/${id}/return`
}

export type PageName = keyof typeof PATHS

/** Pages that are the same for everyone: built as HTML in each language. The others start from an empty shell. */
export const PRERENDERED = [
  'landing',
  'search',
  'purchase',
  'terms',
  'purpose',
  'dataprocessing',
  'sponsors',
  'vote',
  'forbidden',
  'unauthorized',
  'toomanyrequests',
  'authorization',
  'optout',
] as const satisfies readonly PageName[]

/** Pages for search engines: they have an address per language and name it as canonical. */
export const INDEXED = [
  'landing',
  'search',
  'terms',
  'purpose',
  'dataprocessing',
  'sponsors',
  'vote',
  'optout',
] as const satisfies readonly PageName[]

/** Language and page that an address stands for, e.g. `/ru/Search` -> ru, search. Unknown addresses have no page. */
export interface Address {
  /** Null when the address leaves the language to the person's choice. */
  readonly language: Language | null
  readonly page: PageName | null
}

const BY_PATH = new Map(Object.entries(PATHS).map(([page, path]) => [path as string, page as PageName]))

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
