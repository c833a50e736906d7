import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { lockPerson } from '#server/people/person-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import type { Caller } from '#server/people/caller.ts'
import { deleteIdentity, listIdentities } from './identities.sql.ts'
import { findLogin } from '#server/people/passwords.ts'

/**
 * Unlinks an identity. The last one stays as long as there is no password, or the person could not log in.
 * @throws Refusal not_found, last_login, session_expired
 */
export async function unlinkIdentity(
  { db, security }: Pick<App, 'db' | 'security'>,
  { caller, id }: { readonly caller: Caller; readonly id: number },
): Promise<void> {
  const { personId } = caller
  await transact(db, async (tx) => {
    const email = await lockPerson(tx, personId)
    if (email === undefined) throw new Refusal('session_expired')
    if (!(await deleteIdentity(tx, { personId, id }))) throw new Refusal('not_found')
    const hasPassword = typeof (await findLogin(tx, email))?.passwordHash === 'string'
    if (!hasPassword && (await listIdentities(tx, personId)).length === 0) throw new Refusal('last_login')
  })
  security.record('identity', { personId }, 'cut')
}
