import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { Place } from './cursor.ts'
import type { Query, ChannelFilter } from './read-search.ts'

/** A page of channels from the database. */
export interface ResultPage {
  /** The contract's channel list as JSON. */
  readonly items: string
  /** The last channel, when more follow. */
  readonly next: Place | null
  readonly total: number | null
  readonly totalIsEstimate: boolean
  readonly isPartial: boolean
}

interface PageOptions {
  readonly filter: ChannelFilter | null
  readonly withDemo: boolean
  readonly seed: number
  readonly limit: number
  readonly after: Place | null
}

/** What ranges of subscribers without a number in them find. */
const NOTHING: ResultPage = { items: '[]', next: null, total: 0, totalIsEstimate: false, isPartial: false }

const isImpossible = ({ filter }: PageOptions) => filter?.subscribers === '{}'

interface PageRow {
  readonly items: string
  readonly next_class: number | null
  readonly next_key: number | null
  readonly next_id: number | null
  readonly total: number | null
  readonly total_is_estimate: boolean
  readonly is_partial: boolean
}

/** One page of the channels that match a text (`db/code/release/search-text.sql`). */
export async function searchByText(
  db: Db,
  query: Query,
  options: PageOptions & { readonly sort: string; readonly seen: number },
): Promise<ResultPage> {
  if (isImpossible(options)) return NOTHING
  const { rows } = await sql<PageRow>`
    select * from search_by_text(
      ${query.key}, ${query.words}, ${query.platformIds}, ${query.handles}, ${query.isExact},
      ${searchFilter(options)}, ${options.sort}, ${options.seed}, ${options.limit},
      ${options.after?.class ?? 0}, ${options.after?.key ?? null}, ${options.after?.id ?? 0}, ${options.seen})`.execute(
    db,
  )
  return resultPage(rows[0])
}

/**
 * One page of the channels that match a filter (`db/code/release/search-filter.sql`), and their number up to `cap`: counted if
 * that is cheap, or `isCounted` asks for it, else estimated; no number when `cap` is null.
 */
export async function searchByFilter(
  db: Db,
  options: PageOptions & { readonly sort: string; readonly cap: number | null; readonly isCounted: boolean },
): Promise<ResultPage> {
  if (isImpossible(options)) return NOTHING
  const { rows } = await sql<PageRow>`
    select * from search_by_filter(
      ${searchFilter(options)}, ${options.sort}, ${options.seed}, ${options.limit},
      ${options.after?.key ?? null}, ${options.after?.id ?? 0}, ${options.cap}, ${options.isCounted})`.execute(
    db,
  )
  return resultPage(rows[0])
}

/** The filter as an argument of the search functions. */
export function searchFilter({ filter, withDemo }: Pick<PageOptions, 'filter' | 'withDemo'>) {
  if (filter === null && withDemo) return sql`null::search_filter`
  return sql`row(${filter?.contentTypes ?? null}, ${filter?.audiences ?? null}, ${filter?.country ?? null},
    ${filter?.language ?? null}, ${filter?.hasContact ?? null}, ${withDemo ? null : true},
    ${filter?.subscribers ?? null}, ${filter?.silence ?? null})::search_filter`
}

function resultPage(row: PageRow | undefined): ResultPage {
  if (row === undefined) throw new Error('A search function returned no row')
  const { items, next_class, next_key, next_id, total, total_is_estimate, is_partial } = row
  const next =
    next_class === null || next_key === null || next_id === null
      ? null
      : { class: next_class, key: next_key, id: next_id }
  return { items, next, total, totalIsEstimate: total_is_estimate, isPartial: is_partial }
}
