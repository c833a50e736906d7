import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
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

const VERBS = {
  person: { grant: 'users grant', take: 'users take' },
  team: { grant: 'teams grant', take: 'teams take' },
} as const

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
    await noteChange(tx, app, by, { verb: VERBS[kind].grant, kind, id: holderId, after })
    return true
  })
}

interface Taking extends Omit<Grant, 'key'> {
  readonly isDryRun: boolean
}

/** What was taken, and the unspent uses of grants that are left. */
interface Taken {
  readonly taken: number
  readonly left: number
}

/**
 * Takes uses back that were granted by mistake and are not spent, of the newest grant first.
 * @throws Refusal no_such_person or no_such_team, granted_less
 */
export async function takeUses(
  core: Core,
  by: Operator,
  { kind, holderId, amount, isDryRun }: Taking,
): Promise<Taken> {
  return withHolderLocked(core, holderId, async (tx, isOpen) => {
    if (!isOpen) throw new Refusal(`no_such_${kind}`)
    const granted = await countGranted(tx, holderId)
    if (granted < amount) throw new Refusal('granted_less', { extras: { uses: granted } })
    const answer = { taken: amount, left: granted - amount }
    if (isDryRun) return answer
    await takeGranted(tx, { holderId, amount, now: core.clock.now() })
    const after = { uses: -amount }
    await noteChange(tx, core, by, { verb: VERBS[kind].take, kind, id: holderId, after })
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
