import type { Source } from '#server/db/lanes.ts'
import { Json } from '#server/json.ts'
import type { DataOf } from '#shared/api/contract.ts'
import type { Place } from './cursor.ts'
import type { ChannelFilter, Query } from './read-search.ts'

/** A page of channels from the database. */
export interface ResultPage {
  readonly items: Json<DataOf<'POST /search'>>
  /** Our numbers of its channels. */
  readonly ids: readonly number[]
  /** The position after which the next page starts; null when nothing follows. */
  readonly next: Place | null
  readonly total: number | null
  readonly totalIsEstimate: boolean
  readonly isPartial: boolean
}

/** Which channels, in which order. */
export interface Listed {
  readonly filter: ChannelFilter | null
  readonly withDemo: boolean
  readonly sort: string
  readonly seed?: number
}

/** Which page of them. */
export interface Paging {
  readonly limit: number
  readonly after: Place | null
  /** How many channels the pages before had. */
  readonly seen: number
  /** Aborts when the caller has gone. */
  readonly signal?: AbortSignal | undefined
  /** Called when the statement's turn has come. */
  readonly onStart?: () => void
}

/** What ranges of subscribers without a number in them find. */
export const NOTHING: ResultPage = {
  items: new Json('[]'),
  ids: [],
  next: null,
  total: 0,
  totalIsEstimate: false,
  isPartial: false,
}

const isImpossible = (filter: ChannelFilter | null) => filter?.subscribers === '{}'

interface PageRow {
  readonly items: string
  readonly ids: readonly number[]
  readonly next_class: number | null
  readonly next_key: number | null
  readonly next_id: number | null
  readonly total: number | null
  readonly total_is_estimate: boolean
  readonly is_partial: boolean
}

// Named statements, which PostgreSQL plans once for each connection. Filter and paging are the first parameters of all.
export const FILTER = 'row($1, $2, $3, $4, $5, $6, $7, $8)::search_filter'
export const PAGING = 'row($9, $10, $11, $12, $13, $14, $15)::search_paging'
const BY_TEXT = `select * from search_by_text(row($16, $17, $18, $19, $20, $21)::search_typed, ${FILTER}, ${PAGING})`
const BY_FILTER = `select * from search_by_filter(${FILTER}, ${PAGING}, $16, $17)`

/** One page of the channels that match a text (`db/code/release/search.sql`). */
export function searchByText(
  source: Source,
  { key, words, platforms, platformIds, handles, isExact }: Query,
  listed: Listed,
  paging: Paging,
): Promise<ResultPage> {
  const query = [key, words, platforms, platformIds, handles, isExact]
  return readResults(source, { name: 'search-by-text', text: BY_TEXT, values: query }, listed, paging)
}

/**
 * One page of the channels that match a filter (`db/code/release/search.sql`), and their number up to `cap`: counted if
 * that is cheap, or `isCounted` asks for it, else estimated; no number when `cap` is null.
 */
export function searchByFilter(
  source: Source,
  { cap, isCounted }: { readonly cap: number | null; readonly isCounted: boolean },
  listed: Listed,
  paging: Paging,
): Promise<ResultPage> {
  const values = [cap, isCounted]
  return readResults(source, { name: 'search-by-filter', text: BY_FILTER, values }, listed, paging)
}

/** Runs a search function, whose own parameters follow those of filter and paging, from $16 on. */
export async function readResults(
  source: Source,
  { name, text, values }: { readonly name: string; readonly text: string; readonly values: unknown[] },
  { filter, withDemo, sort, seed = 0 }: Listed,
  { limit, after, seen, signal, onStart }: Paging,
): Promise<ResultPage> {
  if (isImpossible(filter)) return NOTHING
  const place = [after?.class ?? 0, after?.key ?? null, after?.id ?? 0]
  const all = [...filterValues(filter, withDemo), sort, seed, limit, ...place, seen, ...values]
  const [row] = await source.query<PageRow>({ name, text, values: all, onStart }, signal)
  if (row === undefined) throw new Error('A search function returned no row')
  const { items, ids, next_class, next_key, next_id, total, total_is_estimate, is_partial } = row
  const next =
    next_class === null || next_key === null || next_id === null
      ? null
      : { class: next_class, key: next_key, id: next_id }
  return {
    items: new Json(items),
    ids,
    next,
    total,
    totalIsEstimate: total_is_estimate,
    isPartial: is_partial,
  }
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
