import type { App } from '#server/app.ts'
import { keyedHash } from '#server/config/secret.ts'
import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import { holdOffImports } from '#server/features/catalogue/import-lock.sql.ts'
import { applyChoices } from './choice.sql.ts'
import { renewCoPurchases } from './co-purchases.sql.ts'

/**
 * Finds out which channels the same people buy, in one statement, which may take two minutes.
 * @throws Error while an import is being written, which may merge channels: then the queue tries again
 */
export async function renewAllCoPurchases({
  db,
  databases,
  clock,
  secret,
}: Core & Pick<App, 'databases'>): Promise<void> {
  const now = clock.now()
  await applyChoices(db, now)
  await transact(databases.forChecks, async (tx) => {
    if (!(await holdOffImports(tx))) throw new Error('co-purchases wait for the end of an import')
    await renewCoPurchases(tx, { key: keyedHash(secret, 'co-purchases', ''), now })
  })
}
