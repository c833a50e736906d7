import { SEARCH_TEXT_MAX } from '#shared/rules/bounds.ts'
import {
  type Audience,
  type ContentType,
  type InactiveDays,
  parseAudience,
  parseContentType,
  parseInactiveDays,
  type RangeLabel,
  SUBSCRIBER_RANGES,
} from '#shared/rules/filters.ts'
import { isCountry, isLanguage } from './countries.ts'
import { defaultSort, isContactWanted, PAGES_MAX } from './write-search.ts'

/** A range of subscribers: one of those that the panel offers, or the person's own `from-to`, without an end `from-`. */
export type Range = RangeLabel | `${number}-${number | ''}`

/** The filters of a search; empty lists mean any. */
export interface Filters {
  readonly types: readonly ContentType[]
  readonly audiences: readonly Audience[]
  readonly ranges: readonly Range[]
  /** The minimum days of inactivity of the channels left out; one value at most. */
  readonly inactivity: readonly `${InactiveDays}`[]
  readonly countries: readonly string[]
  /** One code at most: the API takes one. */
  readonly languages: readonly string[]
  /** Only channels with a known contact. */
  readonly contact: readonly 'with'[]
}

export const SORTS = ['relevance', 'mix', 'subscribers', 'recent', 'shuffle'] as const
export type Sort = (typeof SORTS)[number]

/** The orders of a search: by match with a text, a mix of sizes without one. Topics are not shuffled. */
export function sortsFor(text: string, by: Group | null = null): readonly Sort[] {
  const others = text === '' ? ['relevance'] : by === 'topic' ? ['mix', 'shuffle'] : ['mix']
  return SORTS.filter((sort) => !others.includes(sort))
}

export const VIEWS = ['list', 'table'] as const
export type View = (typeof VIEWS)[number]

export const GROUPS = ['name', 'topic'] as const
/** The two groups of a text's results: channels that are named so, and channels whose recent titles are about it. */
export type Group = (typeof GROUPS)[number]

/** A search as stored in its URL, so that it survives a reload and can be shared. */
export interface Search extends Filters {
  /** Trimmed; '' searches by filters alone. */
  readonly text: string
  /** The group that the person looks at; null for the one that fits the text better. */
  readonly by: Group | null
  readonly sort: Sort
  /** Seed of the orders `mix` and `shuffle`; null takes the browser's own. */
  readonly seed: number | null
  /** How many pages of results the URL restores, from 1. */
  readonly pages: number
  /** The channel on the card; null shows the best match. */
  readonly channel: string | null
  readonly view: View
  /** The saved search whose new channels are shown; nothing else is looked for then. */
  readonly fresh: number | null
}

export function isPanelCalled(params: URLSearchParams): boolean {
  return params.get('filters') === 'open'
}

/** The filters of a search for which none has been chosen. */
export function noFilters(text: string, by: Group | null = null): Filters {
  return {
    types: [],
    audiences: [],
    ranges: [],
    inactivity: [],
    countries: [],
    languages: [],
    contact: isContactWanted(text, by) ? ['with'] : [],
  }
}

/** The search as one of its groups is asked: a default contact follows the group, and so does an order that it lacks. */
export function inGroup(search: Search, by: Group): Search {
  const { text, contact } = search
  const isDefault = contact.length > 0 === isContactWanted(text, search.by)
  return {
    ...search,
    by,
    contact: isDefault ? noFilters(text, by).contact : contact,
    sort: sortsFor(text, by).find((known) => known === search.sort) ?? defaultSort(text),
  }
}

/** The search with another text, whose defaults replace those of the old one. @param group that of the new text */
export function withText(search: Search, text: string, group: Group | null = search.by): Search {
  const by = text === '' ? null : group
  const isDefault = search.contact.length > 0 === isContactWanted(search.text, search.by)
  const contact = isDefault ? noFilters(text, by).contact : search.contact
  return { ...search, text, by, contact, sort: defaultSort(text), seed: null }
}

/** The API takes at most that many. */
const COUNTRIES_MAX = 50
const SEED_MAX = 2_147_483_647

/** Reads a search from a URL's query. Unknown values are ignored and are never an error. */
export function readSearch(params: URLSearchParams): Search {
  // Names never contain control characters, and the database refuses code 0.
  const text = (params.get('q') ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, SEARCH_TEXT_MAX)
  const by = text === '' ? null : (GROUPS.find((known) => known === params.get('by')) ?? null)
  const contact = params.get('contact')
  const isWithContact = contact === 'with' || (contact !== 'any' && isContactWanted(text, by))
  return {
    text,
    types: recognised(params.getAll('type'), parseContentType),
    audiences: recognised(params.getAll('audience'), parseAudience),
    ranges: recognised(params.getAll('subs'), parseRange),
    inactivity: recognised(params.getAll('silent'), parseInactivity).slice(0, 1),
    countries: [...new Set(params.getAll('country').map(upperCase).filter(isCountry))].slice(
      0,
      COUNTRIES_MAX,
    ),
    languages: params.getAll('language').map(lowerCase).filter(isLanguage).slice(0, 1),
    contact: isWithContact ? ['with'] : [],
    by,
    sort: sortsFor(text, by).find((known) => known === params.get('sort')) ?? defaultSort(text),
    seed: whole(params.get('seed'), { min: 0, max: SEED_MAX }),
    pages: Math.min(whole(params.get('pages'), { min: 1, max: Number.MAX_SAFE_INTEGER }) ?? 1, PAGES_MAX),
    channel: params.get('channel'),
    view: VIEWS.find((known) => known === params.get('view')) ?? 'list',
    fresh: whole(params.get('new'), { min: 1, max: Number.MAX_SAFE_INTEGER }),
  }
}

/** Whether the search has neither a text nor filters, and no saved search. */
export function isEmptySearch(
  search: Filters & Pick<Search, 'text'> & Partial<Pick<Search, 'fresh'>>,
): boolean {
  return search.text === '' && countFilters(search) === 0 && (search.fresh ?? null) === null
}

/** How many filters have been chosen. 'With a contact' counts only where it is no default. */
function countFilters(search: Filters & Pick<Search, 'text'>): number {
  const { types, audiences, ranges, inactivity, countries, languages, contact, text } = search
  const chosen = [types, audiences, ranges, inactivity, countries, languages, text === '' ? [] : contact]
  return chosen.flat().length
}

/** A range by its label, in any case, or of the person's own; null for any other text. */
export function parseRange(text: string): Range | null {
  const offered = SUBSCRIBER_RANGES.find(({ label }) => label.toLowerCase() === text.toLowerCase())
  if (offered !== undefined) return offered.label
  const [, from = '', to = ''] = /^(\d{1,12})-(\d{0,12})$/.exec(text) ?? []
  if (from === '') return null
  return rangeOf(Number(from), to === '' ? null : Number(to))
}

/** The range `min <= subscribers < max` of the person's own; null when nothing lies in it. @param max null is unbounded */
export function rangeOf(min: number, max: number | null): Range | null {
  if (max === null) return min === 0 ? null : `${min}-`
  return min < max ? `${min}-${max}` : null
}

/** Whether the panel offers the range. */
export function isOffered(range: Range): range is RangeLabel {
  return SUBSCRIBER_RANGES.some(({ label }) => label === range)
}

/** The bounds of a range: `min <= subscribers < max`. */
export function boundsOf(range: Range): [min: number, max: number | null] {
  const offered = SUBSCRIBER_RANGES.find(({ label }) => label === range)
  if (offered !== undefined) return [offered.min, offered.max]
  const [min = '', max = ''] = range.split('-')
  return [Number(min), max === '' ? null : Number(max)]
}

function parseInactivity(text: string): `${InactiveDays}` | null {
  const days = parseInactiveDays(text)
  return days === null ? null : `${days}`
}

function recognised<T>(given: readonly string[], parse: (text: string) => T | null): T[] {
  const values = given.map(parse).filter((value) => value !== null)
  return [...new Set(values)]
}

function whole(given: string | null, { min, max }: { min: number; max: number }): number | null {
  const value = Number(given ?? Number.NaN)
  return Number.isInteger(value) && value >= min && value <= max ? value : null
}

function upperCase(text: string): string {
  return text.toUpperCase()
}

function lowerCase(text: string): string {
  return text.toLowerCase()
}
