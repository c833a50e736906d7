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
import { defaultSort, PAGES_MAX } from './write-search.ts'

/** The filters of a search; empty lists mean any. */
export interface Filters {
  readonly types: readonly ContentType[]
  readonly audiences: readonly Audience[]
  readonly ranges: readonly RangeLabel[]
  /** The minimum days of inactivity of the channels left out; one value at most. */
  readonly inactivity: readonly `${InactiveDays}`[]
}

export const SORTS = ['relevance', 'subscribers', 'recent', 'shuffle'] as const
export type Sort = (typeof SORTS)[number]

/** A search as stored in its URL, so that it survives a reload and can be shared. */
export interface Search extends Filters {
  /** Trimmed; '' searches by filters alone. */
  readonly text: string
  readonly sort: Sort
  /** Seed of the random order. */
  readonly seed: number
  /** How many pages of results the URL restores, from 1. */
  readonly pages: number
  /** The channel on the card; null shows the best match. */
  readonly channel: string | null
}

export function isPanelCalled(params: URLSearchParams): boolean {
  return params.get('filters') === 'open'
}

export const NO_FILTERS: Filters = { types: [], audiences: [], ranges: [], inactivity: [] }

const SEED_MAX = 2_147_483_647

/** Reads a search from a URL's query. Unknown values are ignored and are never an error. */
export function readSearch(params: URLSearchParams): Search {
  // Names never contain control characters, and the database refuses code 0.
  const text = (params.get('q') ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, SEARCH_TEXT_MAX)
  const sort = SORTS.find((known) => known === params.get('sort'))
  return {
    text,
    types: recognised(params.getAll('type'), parseContentType),
    audiences: recognised(params.getAll('audience'), parseAudience),
    ranges: recognised(params.getAll('subs'), parseRange),
    inactivity: recognised(params.getAll('silent'), parseInactivity).slice(0, 1),
    sort: sort === undefined || (sort === 'relevance' && text === '') ? defaultSort(text) : sort,
    seed: whole(params.get('seed'), { min: 0, max: SEED_MAX, fallback: 0 }),
    pages: Math.min(
      whole(params.get('pages'), { min: 1, max: Number.MAX_SAFE_INTEGER, fallback: 1 }),
      PAGES_MAX,
    ),
    channel: params.get('channel'),
  }
}

/** Whether the search has neither a text nor filters. */
export function isEmptySearch(search: Filters & Pick<Search, 'text'>): boolean {
  return search.text === '' && countFilters(search) === 0
}

export function countFilters({ types, audiences, ranges, inactivity }: Filters): number {
  return types.length + audiences.length + ranges.length + inactivity.length
}

/** A new random order. */
export function newSeed(): number {
  return Math.floor(Math.random() * SEED_MAX)
}

/** A range by its label, in any case; null for any other text. */
export function parseRange(text: string): RangeLabel | null {
  return SUBSCRIBER_RANGES.find(({ label }) => label.toLowerCase() === text.toLowerCase())?.label ?? null
}

function parseInactivity(text: string): `${InactiveDays}` | null {
  const days = parseInactiveDays(text)
  return days === null ? null : `${days}`
}

function recognised<T>(given: readonly string[], parse: (text: string) => T | null): T[] {
  const values = given.map(parse).filter((value) => value !== null)
  return [...new Set(values)]
}

function whole(
  given: string | null,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number {
  const value = Number(given ?? Number.NaN)
  return Number.isInteger(value) && value >= min && value <= max ? value : fallback
}
