import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { lockHolder } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { giveUses } from './ledger.sql.ts'

interface Grant {
  readonly kind: 'person' | 'team'
  readonly holderId: number
  readonly amount: number
  /** Makes repeats harmless: a key gives once. */
  readonly key: string
}

const VERBS = { person: 'users grant', team: 'teams grant' } as const

/**
 * Gives a person or a team uses on the operator's behalf, through the ledger, which keeps the reason.
 * @returns false when the key has given them before
 * @throws Refusal no_such_person or no_such_team, grant_key_used
 */
export async function grantUses(
  app: Core,
  by: Operator,
  { kind, holderId, amount, key }: Grant,
): Promise<boolean> {
  return transact(app.db, async (tx) => {
    if (!(await lockHolder(tx, holderId))) throw new Refusal(`no_such_${kind}`)
    const grant = { holderId, kind: 'grant', grantKey: key, note: by.reason ?? '', amount } as const
    if (!(await giveUses(tx, { ...grant, now: app.clock.now() }))) {
      if (await isGranted(tx, grant)) return false
      throw new Refusal('grant_key_used', { extras: { key } })
    }
    const after = { uses: amount }
    await noteChange(tx, app, by, { verb: VERBS[kind], kind, id: holderId, after })
    return true
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
