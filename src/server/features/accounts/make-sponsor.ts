import type { App } from '#server/app.ts'
import { noteChange, type Operator } from '#server/audit/note-change.ts'
import { transact } from '#server/db/connect.ts'
import { lockPerson } from '#server/people/person-transaction.ts'
import { isSponsorNow, setSponsor } from './accounts.sql.ts'

/** Lets a person vote as a sponsor, or ends that. */
export async function makeSponsor(
  app: Pick<App, 'db' | 'clock' | 'secret'>,
  by: Operator,
  { personId, isSponsor }: { readonly personId: number; readonly isSponsor: boolean },
): Promise<'changed' | 'already' | 'no such person'> {
  return transact(app.db, async (tx) => {
    if ((await lockPerson(tx, personId)) === undefined) return 'no such person'
    if ((await isSponsorNow(tx, personId)) === isSponsor) return 'already'
    await setSponsor(tx, personId, isSponsor)
    await noteChange(tx, app, by, {
      verb: 'users sponsor',
      kind: 'person',
      id: personId,
      before: { sponsor: !isSponsor },
      after: { sponsor: isSponsor },
    })
    return 'changed'
  })
}
