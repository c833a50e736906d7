import type { App } from '#server/app.ts'
import { transact } from '#server/db/transact.ts'
import { takeDueAccount } from './closed-accounts.sql.ts'

/**
 * Removes what accounting kept of deleted accounts, 3 years after their deletion. It runs daily, and looks a day ahead, so
 * that nothing is ever kept longer. Each account goes in a transaction of its own; whoever was not reached goes next time.
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
