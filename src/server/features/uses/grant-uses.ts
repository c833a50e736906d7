import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { requireHolder } from '#server/holders/find-holder.sql.ts'
import { lockHolder, withHolderLocked } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { countGranted, giveUses, takeGranted } from './ledger.sql.ts'

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

/** Takes uses back that were granted by mistake and are not spent. @throws Refusal no_such_holder, granted_less */
export async function takeUses(
  core: Core,
  by: Operator,
  { who, uses, isDryRun }: CommandInput<'users take'>,
): Promise<CommandOutput<'users take'>> {
  const { id: holderId, kind } = await requireHolder(core.db, who)
  return withHolderLocked(core, holderId, async (tx, isOpen) => {
    if (!isOpen) throw new Refusal('no_such_holder')
    const granted = await countGranted(tx, holderId)
    if (granted < uses) throw new Refusal('granted_less', { extras: { uses: granted } })
    const answer = { holderId, taken: uses, left: granted - uses }
    if (isDryRun) return answer
    await takeGranted(tx, { holderId, amount: uses, now: core.clock.now() })
    await noteChange(tx, core, by, { verb: 'users take', kind, id: holderId, after: { uses: -uses } })
    return answer
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
