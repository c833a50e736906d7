import type { Core } from '#server/core.ts'
import type { Platform } from '#server/platforms/platform.ts'
import { addFound, findNew, listUncounted, newestChannel } from './saved-searches.sql.ts'

/** How many searches one statement stores. */
const BATCH = 100

/**
 * Counts what is new in saved searches. Each looks only at the channels that were added since it was counted last, so this takes long
 * only after a large import, and a run that was interrupted goes on where it ended.
 */
export async function countNew({
  db,
  platforms,
  demo,
}: Pick<Core, 'db' | 'demo'> & { readonly platforms: readonly Platform[] }): Promise<void> {
  const upTo = await newestChannel(db)
  for (;;) {
    const searches = await listUncounted(db, upTo, BATCH)
    if (searches.length === 0) return
    const counted = []
    for (const { id, query, countedTo } of searches) {
      const range = { above: countedTo, upTo, platforms, withDemo: demo !== null }
      counted.push({ id, countedTo, found: (await findNew(db, query, range)).length })
    }
    await addFound(db, upTo, counted)
  }
}
