import type { App } from '#server/app.ts'
import { keyedHash } from '#server/config/secret.ts'
import { transact } from '#server/db/connect.ts'
import { holdOffImports } from '#server/features/catalogue/import-lock.sql.ts'
import { cutPairs, renewCoPurchases } from './co-purchases.sql.ts'

/** Each part is a statement of its own, which must end within the time that statements have. */
export const PAIRS_PER_PART = 200_000

/**
 * Finds out which channels the same people buy; the job runs every night. Ends early beside another run, and
 * while an import is being written, which may merge channels: the next night does the rest.
 */
export async function renewAllCoPurchases(
  { db, secret, log }: Pick<App, 'db' | 'secret' | 'log'>,
  { pairsPerPart = PAIRS_PER_PART }: { readonly pairsPerPart?: number } = {},
): Promise<void> {
  const key = keyedHash(secret, 'co-purchases', '')
  for (const part of await cutPairs(db, pairsPerPart)) {
    const isDone = await transact(
      db,
      async (tx) => (await holdOffImports(tx)) && renewCoPurchases(tx, { key, ...part }),
    )
    if (!isDone) return log.info(part, 'co-purchases are counted again tomorrow')
  }
}
