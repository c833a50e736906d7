/** The part of a search that a URL holds. Apart from reading, so that pages that only link to searches stay small. */
interface WrittenSearch {
  readonly text?: string
  readonly types?: readonly string[]
  readonly audiences?: readonly string[]
  readonly ranges?: readonly string[]
  readonly inactivity?: readonly string[]
  readonly countries?: readonly string[]
  readonly languages?: readonly string[]
  readonly contact?: readonly string[]
  readonly by?: string | null
  readonly sort?: string
  readonly seed?: number | null
  readonly pages?: number
  readonly channel?: string | null
  readonly view?: string
  readonly fresh?: number | null
}

/** The query string with which other pages open the search with its filters unfolded; the first search removes it. */
export const PANEL_CALL = '?filters=open'

/** The most pages that a URL restores; the page itself can load more. */
export const PAGES_MAX = 25

/** The query string of a search's URL, without defaults; '' for an empty search. */
export function writeSearch(search: WrittenSearch): string {
  const {
    text = '',
    types = [],
    audiences = [],
    ranges = [],
    inactivity = [],
    countries = [],
    languages = [],
    contact,
    by = null,
    sort = defaultSort(text),
    seed = null,
    pages = 1,
    channel = null,
    view = 'list',
    fresh = null,
  } = search
  const params = new URLSearchParams()
  if (text !== '') params.set('q', text)
  for (const type of types) params.append('type', type)
  for (const audience of audiences) params.append('audience', audience)
  for (const range of ranges) params.append('subs', range)
  for (const days of inactivity) params.append('silent', days)
  for (const country of countries) params.append('country', country)
  for (const language of languages) params.append('language', language)
  if (contact !== undefined && contact.length > 0 !== isContactWanted(text, by)) {
    params.set('contact', contact.length > 0 ? 'with' : 'any')
  }
  if (by !== null && text !== '') params.set('by', by)
  if (sort !== defaultSort(text)) params.set('sort', sort)
  if (seed !== null && isSeeded(sort)) params.set('seed', String(seed))
  if (pages > 1) params.set('pages', String(Math.min(pages, PAGES_MAX)))
  if (channel !== null) params.set('channel', channel)
  if (view !== 'list') params.set('view', view)
  if (fresh !== null) params.set('new', String(fresh))
  const query = params.toString()
  return query === '' ? '' : `?${query}`
}

/** Best match for a text; without one, a mix of sizes, so that not everybody is shown the same largest channels. */
export function defaultSort(text: string): 'relevance' | 'mix' {
  return text === '' ? 'mix' : 'relevance'
}

/** Whether only channels with a contact are wanted by default: not by those who look for one channel by its name. */
export function isContactWanted(text: string, by: string | null = null): boolean {
  return text === '' || by === 'topic'
}

/** Whether an order depends on a seed. */
export function isSeeded(sort: string): boolean {
  return sort === 'mix' || sort === 'shuffle'
}
