import type { Source } from '#server/db/lanes.ts'
import type { Place } from './cursor.ts'
import type { Query, ChannelFilter } from './read-search.ts'

/** A page of channels from the database. */
export interface ResultPage {
  /** The contract's channel list as JSON. */
  readonly items: string
  /** The position after which the next page starts; null when nothing follows. */
  readonly next: Place | null
  readonly total: number | null
  readonly totalIsEstimate: boolean
  readonly isPartial: boolean
  /** How many channels the page has. */
  readonly found: number
}

interface PageOptions {
  readonly filter: ChannelFilter | null
  readonly withDemo: boolean
  readonly sort: string
  readonly seed: number
  readonly limit: number
  readonly after: Place | null
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal | undefined
  /** Called when the statement's turn has come. */
  readonly onStart?: () => void
}

/** What ranges of subscribers without a number in them find. */
export const NOTHING: ResultPage = {
  items: '[]',
  next: null,
  total: 0,
  totalIsEstimate: false,
  isPartial: false,
  found: 0,
}

export const isImpossible = (filter: ChannelFilter | null) => filter?.subscribers === '{}'

export interface PageRow {
  readonly items: string
  readonly next_class: number | null
  readonly next_key: number | null
  readonly next_id: number | null
  readonly total: number | null
  readonly total_is_estimate: boolean
  readonly is_partial: boolean
  readonly found: number
}

// Named statements, which PostgreSQL plans once for each connection. The filter has the first parameters of both.
export const FILTER = 'row($1, $2, $3, $4, $5, $6, $7, $8)::search_filter'
const BY_TEXT = `select * from search_by_text(
  $9, $10, $11, $12, $13, ${FILTER}, $14, $15, $16, $17, $18, $19, $20)`
const BY_FILTER = `select * from search_by_filter(${FILTER}, $9, $10, $11, $12, $13, $14, $15)`

/** One page of the channels that match a text (`db/code/release/search.sql`). */
export async function searchByText(
  source: Source,
  { key, words, platformIds, handles, isExact }: Query,
  {
    filter,
    withDemo,
    sort,
    seed,
    limit,
    after,
    seen,
    signal,
    onStart,
  }: PageOptions & { readonly seen: number },
): Promise<ResultPage> {
  if (isImpossible(filter)) return NOTHING
  const values = [
    ...filterValues(filter, withDemo),
    key,
    words,
    platformIds,
    handles,
    isExact,
    sort,
    seed,
    limit,
    after?.class ?? 0,
    after?.key ?? null,
    after?.id ?? 0,
    seen,
  ]
  const rows = await source.query<PageRow>({ name: 'search-by-text', text: BY_TEXT, values, onStart }, signal)
  return resultPage(rows[0])
}

/**
 * One page of the channels that match a filter (`db/code/release/search.sql`), and their number up to `cap`: counted if
 * that is cheap, or `isCounted` asks for it, else estimated; no number when `cap` is null.
 */
export async function searchByFilter(
  source: Source,
  options: PageOptions & { readonly cap: number | null; readonly isCounted: boolean },
): Promise<ResultPage> {
  const { filter, withDemo, sort, seed, limit, after, cap, isCounted, signal, onStart } = options
  if (isImpossible(filter)) return NOTHING
  const values = [
    ...filterValues(filter, withDemo),
    sort,
    seed,
    limit,
    after?.key ?? null,
    after?.id ?? 0,
    cap,
    isCounted,
  ]
  const rows = await source.query<PageRow>(
    { name: 'search-by-filter', text: BY_FILTER, values, onStart },
    signal,
  )
  return resultPage(rows[0])
}

/** The fields of `search_filter`; all of them null filter nothing. */
export function filterValues(filter: ChannelFilter | null, withDemo: boolean): unknown[] {
  return [
    filter?.contentTypes ?? null,
    filter?.audiences ?? null,
    filter?.countries ?? null,
    filter?.language ?? null,
    filter?.hasContact ?? null,
    withDemo ? null : true,
    filter?.subscribers ?? null,
    filter?.silence ?? null,
  ]
}

/** @throws when the function returned no row */
export function resultPage(row: PageRow | undefined): ResultPage {
  if (row === undefined) throw new Error('A search function returned no row')
  const { items, next_class, next_key, next_id, total, total_is_estimate, is_partial, found } = row
  const next =
    next_class === null || next_key === null || next_id === null
      ? null
      : { class: next_class, key: next_key, id: next_id }
  return { items, next, total, totalIsEstimate: total_is_estimate, isPartial: is_partial, found }
}
