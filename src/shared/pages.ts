import type { shell } from './i18n/en/start.ts'

/** What server and web know of a page before its code is loaded. */
interface PageFacts {
  /** Its address without a language, in lower case; `:id` stands for any one part, `?` after it for a part that may be absent. */
  readonly path: `/${string}`
  /** Name of the file with its code, when that file contains several pages; otherwise `NamePage`. */
  readonly file?: `${string}-pages`
  /** The part of the frame that links to it. The link's text is the one of the same name in `shell`. */
  readonly linkedIn?: 'header' | 'documents' | 'more' | 'sponsors'
  /** The same for everyone, so it is built as HTML in each language. Other pages start from an empty shell. */
  readonly isPrerendered?: true
  /** Listed for search engines, with a canonical address per language. */
  readonly isIndexed?: true
  /** The part of the dictionary that it needs; the whole by default. */
  readonly texts?: 'start'
  /** Nobody wants to return to it after logging in. */
  readonly isPassing?: true
  /** May load the scripts of the configured captcha and identity providers. */
  readonly loadsProviders?: true
  /** Mailed links, or an identity provider, lead to it with a token in the address. */
  readonly hasToken?: true
}

/**
 * Every page of the product. The code of a page is the component `NamePage` in the file `NamePage.tsx` of its feature, or in
 * the `file` that its entry names (`src/web/app/page-code.ts` finds it).
 */
const pages = {
  landing: { path: '/', isPrerendered: true, isIndexed: true, texts: 'start', isPassing: true },
  search: { path: '/search', linkedIn: 'header', isPrerendered: true, isIndexed: true },
  channel: { path: '/channel/:id/:name?' },
  purchases: { path: '/purchases', linkedIn: 'header' },
  lists: { path: '/lists', linkedIn: 'header' },
  promotion: { path: '/promotion', linkedIn: 'header' },
  purchase: { path: '/purchase', linkedIn: 'header', isPrerendered: true },
  terms: { path: '/terms', linkedIn: 'documents', isPrerendered: true, isIndexed: true },
  purpose: { path: '/purpose', linkedIn: 'documents', isPrerendered: true, isIndexed: true },
  dataprocessing: { path: '/dataprocessing', linkedIn: 'documents', isPrerendered: true, isIndexed: true },
  profile: { path: '/profile' },
  shared: { path: '/shared/:token' },
  compare: { path: '/compare' },
  paymentsuccess: { path: '/paymentsuccess', file: 'payment-pages' },
  paymenterror: { path: '/paymenterror', file: 'payment-pages' },
  recommendations: { path: '/recommendations', linkedIn: 'more' },
  sponsors: { path: '/sponsors', linkedIn: 'sponsors', isPrerendered: true, isIndexed: true },
  vote: { path: '/vote', linkedIn: 'sponsors', isPrerendered: true, isIndexed: true },
  seeds: { path: '/seeds', linkedIn: 'more', isPrerendered: true, isIndexed: true },
  teams: { path: '/teams' },
  invitation: { path: '/invitation', file: 'team-pages', hasToken: true },
  teamchange: { path: '/teamchange', file: 'team-pages', isPassing: true, hasToken: true },
  creator: { path: '/creator', isPassing: true, hasToken: true },
  trust: { path: '/trust', linkedIn: 'more', isPrerendered: true, isIndexed: true },
  optout: { path: '/optout', linkedIn: 'more', isPrerendered: true, isIndexed: true, hasToken: true },
  forbidden: { path: '/forbidden', file: 'status-pages', isPrerendered: true, isPassing: true },
  unauthorized: { path: '/unauthorized', file: 'status-pages', isPrerendered: true, isPassing: true },
  toomanyrequests: { path: '/toomanyrequests', file: 'status-pages', isPrerendered: true, isPassing: true },
  authorization: { path: '/authorization', file: 'status-pages', isPrerendered: true, isPassing: true },
  login: { path: '/login', isPassing: true, loadsProviders: true, hasToken: true },
  signup: { path: '/signup', isPassing: true, loadsProviders: true },
  delete: { path: '/delete', isPassing: true, hasToken: true },
  reset: { path: '/reset', isPassing: true, hasToken: true },
  endsessions: { path: '/endsessions', isPassing: true, hasToken: true },
  /** Known only to operators: the server serves it to nobody else, and the router has it only where it was served. */
  console: { path: '/operator/:section?/:id?/:part?', hasToken: true },
  stopdigest: { path: '/stopdigest', isPassing: true, hasToken: true },
} as const satisfies Readonly<Record<string, PageFacts>>

export type PageName = keyof typeof pages
export const PAGES: Readonly<Record<PageName, PageFacts>> = pages

/** The names of all pages, in the order of the list. */
export const PAGE_NAMES = Object.keys(pages) as readonly PageName[]

/** The pages that have a property, e.g. `pagesWith('isIndexed')`. */
export function pagesWith(property: keyof PageFacts): readonly PageName[] {
  return PAGE_NAMES.filter((name) => PAGES[name][property] !== undefined)
}

type LinkedPage = {
  [Name in PageName]: (typeof pages)[Name] extends { readonly linkedIn: string } ? Name : never
}[PageName]

/** The pages that a part of the frame links to. A page without a text for its link does not compile. */
export function pagesLinkedIn(part: PageFacts['linkedIn']): readonly (LinkedPage & keyof typeof shell)[] {
  return PAGE_NAMES.filter((name): name is LinkedPage => part !== undefined && PAGES[name].linkedIn === part)
}
