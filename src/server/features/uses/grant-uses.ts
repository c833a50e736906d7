import { sql } from 'kysely'
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
  const ending = ` [${key}]`
  return transact(app.db, async (tx) => {
    // Grants to one person wait for each other, so that the same key cannot pass twice.
    if ((await lockPerson(tx, personId)) === undefined) return 'no such person'
    const before = await findGrant(tx, personId, ending)
    if (before !== undefined) {
      return before.granted === amount && before.reason === reason + ending ? 'given before' : 'conflict'
    }
    await giveUses(tx, { personId, kind: 'grant', reason: reason + ending, amount, now: app.clock.now() })
    const after = { uses: amount }
    await noteChange(tx, app, { actor, reason }, { verb: 'users grant', kind: 'person', id: personId, after })
    return 'given'
  })
}

async function findGrant(
  tx: Tx,
  personId: number,
  ending: string,
): Promise<{ readonly granted: number; readonly reason: string } | undefined> {
  return tx
    .selectFrom('uses_lot')
    .select(['granted', 'reason'])
    .where('person_id', '=', personId)
    .where('kind', '=', 'grant')
    .where(sql<boolean>`right(reason, length(${ending})) = ${ending}`)
    .executeTakeFirst()
}
