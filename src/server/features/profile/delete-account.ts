import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { lockPerson } from '#server/people/person-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { removePerson } from './close-account.ts'
import { findLink, takeLink } from '#server/features/accounts/links.sql.ts'
import { sha256 } from '#server/config/secret.ts'

/**
 * Deletes an account and consumes the mailed link. Sessions, purchases and everything else linked to the person go with it.
 * What accounting requires stays under the bare person id until `purgeClosedAccounts`.
 * @throws Refusal wrong_token: unknown, used, replaced by a newer one, or expired
 */
export async function deleteAccount(
  app: Pick<App, 'db' | 'clock' | 'personalData' | 'security'>,
  { token, network }: { readonly token: string; readonly network: string },
): Promise<void> {
  const { db, clock, security } = app
  const now = clock.now()
  const link = { purpose: 'delete', tokenHash: sha256(token), now } as const
  const personId = await findLink(db, link)
  if (personId === undefined) throw new Refusal('wrong_token')
  await transact(db, async (tx) => {
    // The person is locked first, as everywhere, so a reveal in progress finishes before.
    if ((await lockPerson(tx, personId)) === undefined || !(await takeLink(tx, link))) {
      throw new Refusal('wrong_token')
    }
    await removePerson(tx, app, personId)
  })
  security.record('account_deleted', { personId, network }, 'person')
}
