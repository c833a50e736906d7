import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { takeDueAccount } from './closed-accounts.sql.ts'

/**
 * Deletes what accounting kept of deleted accounts, 3 years after their deletion. Runs daily and looks a day ahead, so that
 * nothing is kept too long. Each account has a transaction of its own; what one run misses, the next one takes.
 */
export async function purgeClosedAccounts({
  db,
  clock,
  personalData,
}: Pick<App, 'db' | 'clock' | 'personalData'>): Promise<void> {
  const now = clock.now()
  let hasMore = true
  while (hasMore) {
    hasMore = await transact(db, async (tx) => {
      const personId = await takeDueAccount(tx, now)
      if (personId === undefined) return false
      for (const data of personalData) await data.purge?.(tx, personId)
      return true
    })
  }
}
