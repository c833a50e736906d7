import type { Core } from '#server/core.ts'
import { isDatabaseAway } from '#server/db/connect.ts'
import { describeError } from '#server/describe-error.ts'
import type { Platform } from '#server/platforms/platform.ts'
import { addFound, findNew, listUncounted, newestChannel } from './saved-searches.sql.ts'

/** How many searches one statement stores. */
const BATCH = 100

/**
 * Counts what is new in saved searches. Each looks only at the channels that were added since it was counted last, so this takes long
 * only after a large import, and a run that was interrupted goes on where it ended.
 */
export async function countNew(
  app: Pick<Core, 'db' | 'demo'> & Failing & { readonly platforms: readonly Platform[] },
): Promise<void> {
  const { db, platforms, demo } = app
  const upTo = await newestChannel(db)
  const failed: number[] = []
  for (;;) {
    const searches = await listUncounted(db, { upTo, limit: BATCH, except: failed })
    if (searches.length === 0) return
    const counted: Parameters<typeof addFound>[2][number][] = []
    for (const { id, query, countedTo } of searches) {
      const range = { above: countedTo, upTo, platforms, withDemo: demo !== null }
      const isCounted = await goOnWithout(app, `saved search ${id} could not be counted`, async () => {
        counted.push({ id, countedTo, found: (await findNew(db, query, range)).length })
      })
      if (!isCounted) failed.push(id)
    }
    await addFound(db, upTo, counted)
  }
}

interface Failing {
  readonly log: Pick<Core['log'], 'error'>
}

/** Does one part of a job, whose failure must not stop the others. @returns whether it was done */
export async function goOnWithout(
  { log }: Failing,
  message: string,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    log.error({ error: describeError(error) }, message)
    return false
  }
}
