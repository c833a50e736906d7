import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { addressHash } from '#server/features/catalogue/hash-address.ts'
import { suppressContacts } from '#server/features/catalogue/contacts.sql.ts'
import { type Job, NEVER_GIVEN_UP } from '#server/jobs/job.ts'
import { insertSuppression } from './optout.sql.ts'

type SuppressingApp = Pick<App, 'db' | 'clock' | 'secret'>

export const suppressJob: Job<SuppressingApp, { readonly address: string }> = {
  name: 'suppress',
  options: NEVER_GIVEN_UP,
  run: (app, { address }) => suppressAddress(app, address),
}

/**
 * Withholds an address for good: first where it is known today, then, by its keyed hash, from every later import. Doing it
 * twice does nothing more.
 * @param patienceMs how long to wait for each lock; null waits as long as it takes
 * @throws the database's error 55P03 when the patience ends
 */
export async function suppressAddress(
  { db, clock, secret }: SuppressingApp,
  address: string,
  patienceMs: number | null = null,
): Promise<void> {
  const now = clock.now()
  const withPatience = (work: (tx: Tx) => Promise<void>) =>
    transact(db, async (tx) => {
      if (patienceMs !== null)
        await sql`select set_config('lock_timeout', ${String(patienceMs)}, true)`.execute(tx)
      await work(tx)
    })
  // Alone, because the hash has to wait for the end of an import.
  await withPatience((tx) => suppressContacts(tx, address, now))
  await withPatience(async (tx) => {
    await insertSuppression(tx, addressHash(secret, address), now)
    // Once more: that import may have brought the address.
    await suppressContacts(tx, address, now)
  })
}
