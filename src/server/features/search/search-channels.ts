import type { App } from '#server/app.ts'
import { timeStages } from '#server/open-metrics.ts'
import { Refusal } from '#server/refusal.ts'
import type { BodyOf } from '#shared/api/contract.ts'
import { TOTAL_CAP } from '#shared/rules/bounds.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { parseQuery, readFilter } from './read-search.ts'
import { searchByText, searchByFilter } from './search.sql.ts'

/** A page of channels for the contract; `dataJson` is the list as JSON. */
export interface ChannelPage {
  readonly dataJson: string
  readonly meta: {
    readonly total: number | null
    readonly totalIsCapped: boolean
    readonly totalIsEstimate: boolean
    readonly isPartial: boolean
    readonly nextCursor: string | null
  }
}

export type SearchingApp = Pick<App, 'demo' | 'metrics'> & {
  readonly databases: Pick<App['databases'], 'readCatalogue'>
}

/** Times a search, whose first stage begins now: text to query, a place in the line, the statement, the answer. */
export function timeSearch(
  { metrics }: Pick<App, 'metrics'>,
  search: string,
): (stage: string | null) => void {
  const begin = timeStages((stage, seconds) => metrics.searchStages.observe({ search, stage }, seconds))
  begin('read')
  return begin
}

/**
 * Channels that match a text by name, handle, id or address, best match first unless another order is asked for. The signal
 * says that the caller has gone.
 * @throws Refusal `invalid_input` when the cursor belongs to another search
 */
export async function searchChannels(
  app: SearchingApp,
  body: BodyOf<'POST /search'>,
  signal?: AbortSignal,
): Promise<ChannelPage> {
  const withDemo = app.demo !== null
  const begin = timeSearch(app, 'text')
  const { limit, sort } = body
  const query = parseQuery(body.mainInputValue)
  const filter = readFilter(body)
  const seed = sort === 'shuffle' ? (body.seed ?? 0) : 0
  const request = ['search', query, filter, withDemo, sort, seed]
  const progress = body.cursor == null ? null : readCursor(request, body.cursor)
  const { seen = 0, place: after = null } = progress ?? {}
  const onStart = () => begin('database')
  begin('wait')
  const page = await app.databases.readCatalogue((source) =>
    searchByText(source, query, { filter, withDemo, sort, seed, limit, after, seen, signal, onStart }),
  )
  begin('write')
  const total = page.total ?? progress?.total ?? null
  const nextCursor =
    page.next === null
      ? null
      : writeCursor(request, {
          place: page.next,
          seen: seen + page.found,
          total,
          totalIsEstimate: false,
        })
  begin(null)
  return {
    dataJson: page.items,
    meta: { total, totalIsCapped: false, totalIsEstimate: false, isPartial: page.isPartial, nextCursor },
  }
}

/**
 * Channels by content type, audience, subscribers and more. The first page counts or estimates the total, up to a cap;
 * cursors carry it on.
 * @throws Refusal `invalid_input` when no filter is set, or the cursor belongs to another list
 */
export async function filterChannels(
  app: SearchingApp,
  body: BodyOf<'POST /filter'>,
  signal?: AbortSignal,
): Promise<ChannelPage> {
  const withDemo = app.demo !== null
  const begin = timeSearch(app, 'filter')
  const { limit, sort } = body
  const filter = readFilter(body)
  if (filter === null) throw new Refusal('invalid_input', { fields: { content_type: 'required' } })
  const seed = sort === 'shuffle' || sort === 'mix' ? (body.seed ?? 0) : 0
  const isCounted = body.total === 'counted'
  const request = ['filter', filter, withDemo, sort, seed, isCounted]
  const progress = body.cursor == null ? null : readCursor(request, body.cursor)
  const { seen = 0, place: after = null } = progress ?? {}
  const cap = progress?.total == null ? TOTAL_CAP : null
  begin('wait')
  const page = await app.databases.readCatalogue((source) =>
    searchByFilter(source, {
      filter,
      withDemo,
      sort,
      seed,
      limit,
      after,
      cap,
      isCounted,
      signal,
      onStart: () => begin('database'),
    }),
  )
  begin('write')
  const total = page.total ?? progress?.total ?? 0
  const totalIsEstimate = page.total === null ? (progress?.totalIsEstimate ?? false) : page.totalIsEstimate
  const nextCursor =
    page.next === null
      ? null
      : writeCursor(request, { place: page.next, seen: seen + page.found, total, totalIsEstimate })
  begin(null)
  return {
    dataJson: page.items,
    meta: {
      total: Math.min(total, TOTAL_CAP),
      totalIsCapped: total > TOTAL_CAP,
      totalIsEstimate,
      isPartial: page.isPartial,
      nextCursor,
    },
  }
}
