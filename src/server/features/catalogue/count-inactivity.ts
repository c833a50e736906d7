import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import { holdOffImports } from './import-lock.sql.ts'
import { listQuieter, moveToday } from './inactivity.sql.ts'
import { refreshSearch } from './known-channels.sql.ts'

/** How many channels one transaction refreshes. */
const BATCH = 500

/**
 * Counts inactivity until now: the search moves channels on that passed another step since the last time. While an import is
 * being written the next run does it.
 */
export async function countInactivity({ db, clock }: Core): Promise<void> {
  const now = clock.now()
  const since = await moveToday(db, now)
  for (let after = 0, ids = [0]; ids.length > 0; after = ids.at(-1) ?? after) {
    ids = await listQuieter(db, { since, now, after, limit: BATCH })
    const isDone = await transact(db, async (tx) => {
      if (!(await holdOffImports(tx))) return false
      await refreshSearch(tx, ids)
      return true
    })
    if (!isDone) return
  }
}
