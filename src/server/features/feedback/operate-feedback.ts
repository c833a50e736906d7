import type { Core } from '#server/core.ts'
import { noteChange, type Operator } from '#server/audit/note-change.ts'
import { transact } from '#server/db/connect.ts'
import {
  addSponsor,
  findSponsor,
  hideReview,
  lockReview,
  removeSponsor,
  type Sponsor,
} from './feedback.sql.ts'

type OperatedApp = Core

/** Hides a review, or shows it again. */
export async function moderateReview(
  app: OperatedApp,
  by: Operator,
  { id, isHidden }: { readonly id: number; readonly isHidden: boolean },
): Promise<'changed' | 'already' | 'no such review'> {
  return transact(app.db, async (tx) => {
    const known = await lockReview(tx, id)
    if (known === undefined) return 'no such review'
    if (known.isHidden === isHidden) return 'already'
    await hideReview(tx, id, isHidden ? app.clock.now() : null)
    const [before, after] = [{ hidden: !isHidden }, { hidden: isHidden }]
    await noteChange(tx, app, by, { verb: 'reviews hide', kind: 'review', id, before, after })
    return 'changed'
  })
}

/** Names a sponsor on the page of sponsors; the audit knows them by number. @returns false when they are listed already */
export async function nameSponsor(
  app: OperatedApp,
  by: Operator,
  sponsor: Omit<Sponsor, 'agreedAt'>,
): Promise<boolean> {
  return transact(app.db, async (tx) => {
    if (!(await addSponsor(tx, { ...sponsor, agreedAt: app.clock.now() }))) return false
    const { id, contribution } = (await findSponsor(tx, sponsor.name))!
    await noteChange(tx, app, by, { verb: 'sponsors add', kind: 'sponsor', id, after: { contribution } })
    return true
  })
}

/** Takes a sponsor off that page. @returns false when nobody of that name is listed */
export async function unnameSponsor(app: OperatedApp, by: Operator, name: string): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const known = await findSponsor(tx, name)
    if (known === undefined || !(await removeSponsor(tx, name))) return false
    const { id, contribution } = known
    await noteChange(tx, app, by, { verb: 'sponsors remove', kind: 'sponsor', id, before: { contribution } })
    return true
  })
}
