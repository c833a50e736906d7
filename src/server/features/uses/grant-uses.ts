import type { Core } from '#server/core.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { lockPerson } from '#server/people/person-transaction.ts'
import { giveUses } from './ledger.sql.ts'

interface Grant {
  readonly personId: number
  readonly amount: number
  /** Who gives them; the audit keeps it. */
  readonly actor: string
  /** The operator's reason, which the ledger keeps. */
  readonly reason: string
  /** Makes repeats harmless: a key gives once. */
  readonly key: string
}

/** The result: `conflict` means that the key belongs to another grant of this person. */
export type GrantOutcome = 'given' | 'given before' | 'conflict' | 'no such person'

/** Gives a person uses on the operator's behalf, through the ledger. */
export async function grantUses(
  app: Core,
  { personId, amount, actor, reason, key }: Grant,
): Promise<GrantOutcome> {
  return transact(app.db, async (tx) => {
    if ((await lockPerson(tx, personId)) === undefined) return 'no such person'
    const grant = { personId, kind: 'grant', grantKey: key, note: reason, amount } as const
    if (!(await giveUses(tx, { ...grant, now: app.clock.now() })))
      return (await isGranted(tx, grant)) ? 'given before' : 'conflict'
    const after = { uses: amount }
    await noteChange(tx, app, { actor, reason }, { verb: 'users grant', kind: 'person', id: personId, after })
    return 'given'
  })
}

/** Whether a key's grant was the same. */
async function isGranted(
  tx: Tx,
  { personId, grantKey, note, amount }: { personId: number; grantKey: string; note: string; amount: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('uses_lot')
    .select('id')
    .where('person_id', '=', personId)
    .where('grant_key', '=', grantKey)
    .where('note', '=', note)
    .where('granted', '=', amount)
    .executeTakeFirst()
  return row !== undefined
}
