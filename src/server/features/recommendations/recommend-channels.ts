import type { App } from '#server/app.ts'
import { readFilter } from '#server/features/search/read-search.ts'
import { searchByFilter } from '#server/features/search/search.sql.ts'
import type { DataOf, ExtrasOf } from '#shared/api/contract.ts'
import type { channelResult } from '#shared/api/search.ts'
import type { z } from 'zod'
import { readTaste, type Taste } from './recommendations.sql.ts'
import { similarChannels } from './similar.sql.ts'

type Recommended = DataOf<'GET /recommendations'>[number]
type Basis = ExtrasOf<'GET /recommendations'>['meta']['basis']

/** So many of the newest purchases say what a person likes. */
const SEEDS = 20

/** Channels without an upload for so long are not recommended. */
const INACTIVE_DAYS = 90

/** Popular channels are read in pages of so many, and so many pages at most: a person may own the first ones. */
const PAGE = 50
const PAGES = 5

interface Wanted {
  readonly personId: number
  readonly limit: number
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal
}

/**
 * Active channels like those that a person has bought last, each with its reasons and the purchase that it is like. Without
 * purchases, or when nothing is like them, channels of all sizes. Never one that the person has bought or dismissed.
 */
export async function recommendChannels(
  app: Pick<App, 'db' | 'readCatalogue' | 'withDemo'>,
  { personId, limit, signal }: Wanted,
): Promise<{ readonly data: Recommended[]; readonly meta: { readonly basis: Basis } }> {
  const taste = await readTaste(app.db, personId, SEEDS)
  const similar = await likePurchases(app, taste, { limit, signal })
  if (similar.length > 0) return { data: similar, meta: { basis: 'purchases' } }
  const data = await popularChannels(app, taste, { personId, limit, signal })
  return { data, meta: { basis: 'popular' } }
}

async function likePurchases(
  { readCatalogue, withDemo }: Pick<App, 'readCatalogue' | 'withDemo'>,
  { boughtLast, excluded }: Taste,
  { limit, signal }: Pick<Wanted, 'limit' | 'signal'>,
): Promise<Recommended[]> {
  if (boughtLast.length === 0) return []
  const page = await readCatalogue((source) =>
    similarChannels(source, {
      ids: boughtLast,
      excluded: excluded.map(({ id }) => id),
      limit,
      withDemo,
      withLike: true,
      signal,
    }),
  )
  return page === null ? [] : (JSON.parse(page.items) as Recommended[])
}

/** Each person has an order of their own, which stays. */
async function popularChannels(
  { readCatalogue, withDemo }: Pick<App, 'readCatalogue' | 'withDemo'>,
  { excluded }: Taste,
  { personId, limit, signal }: Wanted,
): Promise<Recommended[]> {
  const left = new Set(excluded.map(({ channelId }) => channelId))
  const filter = readFilter({ hideSilentDays: INACTIVE_DAYS })
  return readCatalogue(async (source) => {
    const found: Recommended[] = []
    let after = null
    for (let pages = 0; pages < PAGES && found.length < limit; pages += 1) {
      const page = await searchByFilter(source, {
        filter,
        withDemo,
        sort: 'mix',
        seed: personId,
        limit: PAGE,
        after,
        cap: null,
        isCounted: false,
        signal,
      })
      const channels = JSON.parse(page.items) as z.infer<typeof channelResult>[]
      for (const channel of channels)
        if (!left.has(channel.channelId)) found.push({ ...channel, reasons: [] })
      after = page.next
      if (after === null) break
    }
    return found.slice(0, limit)
  })
}
