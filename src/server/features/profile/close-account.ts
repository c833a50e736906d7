import type { App } from '#server/app.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { deletePerson } from '#server/features/accounts/accounts.sql.ts'
import { startGiftTerm } from '#server/features/uses/gifts.sql.ts'
import { lockPerson } from '#server/people/person-transaction.ts'
import { insertClosedAccount } from './closed-accounts.sql.ts'

/** Deletes a person's account and everything linked to it. The caller holds the person's row. */
export async function removePerson(
  tx: Tx,
  { clock, personalData }: Pick<App, 'clock' | 'personalData'>,
  personId: number,
): Promise<void> {
  for (const data of personalData) await data.forget?.(tx, personId)
  const now = clock.now()
  await startGiftTerm(tx, personId, now)
  await deletePerson(tx, personId)
  await insertClosedAccount(tx, personId, now)
}

/**
 * Deletes an account on the operator's behalf, as its person would with the mailed link.
 * @returns false when there is no such person
 */
export async function closeAccount(
  app: Pick<App, 'db' | 'clock' | 'personalData' | 'security'>,
  personId: number,
): Promise<boolean> {
  const isClosed = await transact(app.db, async (tx) => {
    if ((await lockPerson(tx, personId)) === undefined) return false
    await removePerson(tx, app, personId)
    return true
  })
  if (isClosed) app.security.record('account_deleted', { personId }, 'operator')
  return isClosed
}
