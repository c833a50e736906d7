import type { Core } from '#server/core.ts'
import { noteChange, type Operator } from '#server/audit/note-change.ts'
import { transact } from '#server/db/connect.ts'
import { endPromocode, insertPromocode, isPromocodeKnown, type NewPromocode } from './promocodes.sql.ts'

type OperatedApp = Core

/** Creates a promocode. @returns false when the code exists or existed */
export async function openPromocode(app: OperatedApp, by: Operator, made: NewPromocode): Promise<boolean> {
  return transact(app.db, async (tx) => {
    if (!(await insertPromocode(tx, made, app.clock.now()))) return false
    const { code, ...after } = made
    await noteChange(tx, app, by, { verb: 'promocodes add', kind: 'promocode', id: code, after })
    return true
  })
}

/** Ends a promocode. */
export async function closePromocode(
  app: OperatedApp,
  by: Operator,
  code: string,
): Promise<'ended' | 'already' | 'no such promocode'> {
  return transact(app.db, async (tx) => {
    if (!(await endPromocode(tx, code, app.clock.now())))
      return (await isPromocodeKnown(tx, code)) ? 'already' : 'no such promocode'
    await noteChange(tx, app, by, {
      verb: 'promocodes end',
      kind: 'promocode',
      id: code,
      before: { ended: false },
      after: { ended: true },
    })
    return 'ended'
  })
}
