import type { Core } from '#server/core.ts'
import { noteChange, type Operator } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { lockPerson } from '#server/people/lock-person.ts'
import { setSponsor } from './accounts.sql.ts'

/** Lets a person vote as a sponsor, or ends that. */
export async function makeSponsor(
  app: Core,
  by: Operator,
  { personId, isSponsor }: { readonly personId: number; readonly isSponsor: boolean },
): Promise<'changed' | 'already' | 'no such person'> {
  return transact(app.db, async (tx) => {
    if ((await lockPerson(tx, personId)) === undefined) return 'no such person'
    return (await changeSponsor(tx, app, by, { personId, isSponsor })) ? 'changed' : 'already'
  })
}

/** The same in a transaction, also for an issuer whose claims decide about it. @returns false when it was so already */
export async function changeSponsor(
  tx: Tx,
  app: Core,
  by: Operator,
  { personId, isSponsor }: { readonly personId: number; readonly isSponsor: boolean },
): Promise<boolean> {
  if (!(await setSponsor(tx, personId, isSponsor))) return false
  await noteChange(tx, app, by, {
    verb: 'users sponsor',
    kind: 'person',
    id: personId,
    before: { sponsor: !isSponsor },
    after: { sponsor: isSponsor },
  })
  return true
}
