import type { Core } from '#server/core.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { lockHolder } from '#server/holders/holder-transaction.ts'
import { giveUses } from './ledger.sql.ts'

interface Grant {
  readonly holderId: number
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
  { holderId, amount, actor, reason, key }: Grant,
): Promise<GrantOutcome> {
  return transact(app.db, async (tx) => {
    if (!(await lockHolder(tx, holderId))) return 'no such person'
    const grant = { holderId, kind: 'grant', grantKey: key, note: reason, amount } as const
    if (!(await giveUses(tx, { ...grant, now: app.clock.now() })))
      return (await isGranted(tx, grant)) ? 'given before' : 'conflict'
    const after = { uses: amount }
    await noteChange(tx, app, { actor, reason }, { verb: 'users grant', kind: 'person', id: holderId, after })
    return 'given'
  })
}

/** Whether a key's grant was the same. */
async function isGranted(
  tx: Tx,
  { holderId, grantKey, note, amount }: { holderId: number; grantKey: string; note: string; amount: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('uses_lot')
    .select('id')
    .where('holder_id', '=', holderId)
    .where('grant_key', '=', grantKey)
    .where('note', '=', note)
    .where('granted', '=', amount)
    .executeTakeFirst()
  return row !== undefined
}
