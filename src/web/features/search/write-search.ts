/** The part of a search that a URL holds. Apart from reading, so that pages that only link to searches stay small. */
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
