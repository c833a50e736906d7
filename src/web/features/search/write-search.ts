/** What of a search an address says. Apart from reading one, so that pages which only lead to searches stay light. */
interface WrittenSearch {
  readonly text?: string
  readonly types?: readonly string[]
  readonly audiences?: readonly string[]
  readonly ranges?: readonly string[]
  readonly inactivity?: readonly string[]
  readonly sort?: string
  readonly seed?: number
  readonly pages?: number
  readonly channel?: string | null
}

/** The query by which other pages lead to the search with its filters unfolded; the first search takes it away. */
export const PANEL_CALL = '?filters=open'

/** An address brings back this many pages at most; more are loaded on the page itself. */
export const PAGES_MAX = 25

/** The query of a search's address, without what goes without saying; '' for an empty search. */
export function writeSearch(search: WrittenSearch): string {
  const {
    text = '',
    types = [],
    audiences = [],
    ranges = [],
    inactivity = [],
    sort = defaultSort(text),
    seed,
    pages = 1,
    channel,
  } = search
  const params = new URLSearchParams()
  if (text !== '') params.set('q', text)
  for (const type of types) params.append('type', type)
  for (const audience of audiences) params.append('audience', audience)
  for (const range of ranges) params.append('subs', range)
  for (const days of inactivity) params.append('silent', days)
  if (sort !== defaultSort(text)) params.set('sort', sort)
  if (sort === 'shuffle' && seed !== undefined) params.set('seed', String(seed))
  if (pages > 1) params.set('pages', String(Math.min(pages, PAGES_MAX)))
  if (channel !== undefined && channel !== null) params.set('channel', channel)
  const query = params.toString()
  return query === '' ? '' : `?${query}`
}

/** Best match for a text; without one, the largest channels first. */
export function defaultSort(text: string): 'relevance' | 'subscribers' {
  return text === '' ? 'subscribers' : 'relevance'
}
