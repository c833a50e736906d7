import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/transact.ts'

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
      // The row that is deleted first keeps other servers off this account.
      const { rows } = await sql<{ person_id: number }>`
        delete from closed_account where person_id = (
          select person_id from closed_account
          where closed_at <= ${now}::timestamptz + interval '1 day' - interval '3 years'
          order by closed_at limit 1 for update skip locked)
        returning person_id`.execute(tx)
      const [due] = rows
      if (due === undefined) return false
      for (const data of personalData) await data.purge?.(tx, due.person_id)
      return true
    })
  }
}
