import type { App } from '#server/app.ts'
import type { Source } from '#server/db/lanes.ts'
import { timeStages } from '#server/open-metrics.ts'
import type { ExtrasOf } from '#shared/api/contract.ts'
import { TOTAL_CAP } from '#shared/rules/bounds.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { Listed, Paging, ResultPage } from './search.sql.ts'

export type SearchingApp = Pick<App, 'demo' | 'metrics'> & {
  readonly databases: Pick<App['databases'], 'readCatalogue'>
}

interface Asked {
  readonly limit: number
  readonly cursor?: string | null | undefined
}

/** A search that is understood. */
interface Search<Page> extends Listed {
  /** What is looked for, beside the filter and the order. A cursor belongs to it. */
  readonly sought: readonly unknown[]
  /** @param isFirst whether the total is still to be found out */
  readonly read: (source: Source, paging: Paging, isFirst: boolean) => Promise<Page>
}

/** A page as the contract answers it. */
export interface ChannelPage<Items = ResultPage['items']> extends ExtrasOf<'POST /search'> {
  readonly data: Items
  /** Our numbers of its channels. */
  readonly ids: readonly number[]
}

/**
 * Reads one page of a search on the catalogue, and times its stages: from text to query, a place in the line, the statement,
 * the answer. The total is that of the first page, which cursors carry on.
 * @throws Refusal `invalid_input` when the cursor belongs to another search
 */
export async function readPage<Page extends ResultPage>(
  { databases, metrics }: SearchingApp,
  name: 'text' | 'filter' | 'topics',
  { limit, cursor }: Asked,
  signal: AbortSignal | undefined,
  understand: () => Search<Page>,
): Promise<ChannelPage<Page['items']>> {
  const begin = timeStages((stage, seconds) => metrics.searchStages.observe({ search: name, stage }, seconds))
  begin('read')
  const search = understand()
  const { sought, filter, withDemo, sort, seed = 0 } = search
  const request = [name, ...sought, filter, withDemo, sort, seed]
  const progress = cursor == null ? null : readCursor(request, cursor)
  const { seen = 0, place: after = null } = progress ?? {}
  begin('wait')
  const onStart = () => begin('database')
  const paging = { limit, after, seen, signal, onStart }
  const page = await databases.readCatalogue((source) => search.read(source, paging, progress === null))
  begin('write')
  const { total, totalIsEstimate } = progress ?? page
  const { items, ids, next, isPartial } = page
  const written = { seen: seen + ids.length, total, totalIsEstimate }
  const nextCursor = next === null ? null : writeCursor(request, { place: next, ...written })
  begin(null)
  return {
    data: items,
    ids,
    meta: {
      total: total === null ? null : Math.min(total, TOTAL_CAP),
      totalIsCapped: total !== null && total > TOTAL_CAP,
      totalIsEstimate,
      isPartial,
      nextCursor,
    },
  }
}
