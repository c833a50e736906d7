import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { addressHash, suppressContacts } from '#server/features/catalogue/contacts.sql.ts'
import { forgetCreator } from '#server/features/creators/creators.sql.ts'
import { returnObjectedJob } from '#server/features/evidence/return-uses.ts'
import { type Job, NEVER_GIVEN_UP } from '#server/jobs/job.ts'
import { insertSuppression } from './optout.sql.ts'

type SuppressingApp = Pick<App, 'db' | 'clock' | 'secret' | 'jobs'>

export const suppressJob: Job<SuppressingApp, { readonly address: string }> = {
  name: 'suppress',
  options: NEVER_GIVEN_UP,
  run: (app, { address }) => suppressAddress(app, address),
}

/**
 * Withholds an address for good: first from the catalogue, then, by its keyed hash, from every later import. Whoever bought it
 * within the days of the warranty gets the use back. Repeats are harmless.
 * @param lockTimeoutMs how long to wait for each lock; null waits without a limit
 * @throws the database's error 55P03 after that time
 */
export async function suppressAddress(
  { db, clock, secret, jobs }: SuppressingApp,
  address: string,
  lockTimeoutMs: number | null = null,
): Promise<void> {
  const now = clock.now()
  const withLockTimeout = (work: (tx: Tx) => Promise<void>) =>
    transact(db, async (tx) => {
      if (lockTimeoutMs !== null)
        await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(tx)
      await work(tx)
    })
  const suppress = async (tx: Tx) => {
    await forgetCreator(tx, address)
    const contactIds = await suppressContacts(tx, address, now)
    if (contactIds.length > 0)
      await jobs.enqueue(tx, returnObjectedJob, { contactIds, at: now.toISOString() })
  }
  // A transaction of its own: storing the hash has to wait for the end of an import.
  await withLockTimeout(suppress)
  await withLockTimeout(async (tx) => {
    await insertSuppression(tx, addressHash(secret, address), now)
    // Again: that import may have added the address.
    await suppress(tx)
  })
}
