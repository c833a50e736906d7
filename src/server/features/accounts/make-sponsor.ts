import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { lockPerson } from '#server/people/lock-person.ts'
import { Refusal } from '#server/refusal.ts'
import { setSponsor } from './accounts.sql.ts'

/** Lets a person vote as a sponsor, or ends that. @returns whether it was otherwise before. @throws Refusal no_such_person */
export async function makeSponsor(
  app: Core,
  by: Operator,
  { personId, isSponsor }: { readonly personId: number; readonly isSponsor: boolean },
): Promise<boolean> {
  return transact(app.db, async (tx) => {
    if ((await lockPerson(tx, personId)) === undefined) throw new Refusal('no_such_person')
    return changeSponsor(tx, app, by, { personId, isSponsor })
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
