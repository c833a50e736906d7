import { sql } from 'kysely'
import type { Core } from '#server/core.ts'
import { noteChange, type Operator } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { lockPerson } from '#server/people/person-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { giveUses } from './ledger.sql.ts'

interface Grant {
  readonly personId: number
  readonly amount: number
  /** Makes repeats harmless: a key gives once. */
  readonly key: string
}

/**
 * Gives a person uses on the operator's behalf, through the ledger, which keeps the reason.
 * @returns false when the key has given them before
 * @throws Refusal no_such_person, grant_key_used
 */
export async function grantUses(app: Core, by: Operator, { personId, amount, key }: Grant): Promise<boolean> {
  const reason = by.reason ?? ''
  const ending = ` [${key}]`
  return transact(app.db, async (tx) => {
    // Grants to one person wait for each other, so that the same key cannot pass twice.
    if ((await lockPerson(tx, personId)) === undefined) throw new Refusal('no_such_person')
    const before = await findGrant(tx, personId, ending)
    if (before !== undefined) {
      if (before.granted === amount && before.reason === reason + ending) return false
      throw new Refusal('grant_key_used', { extras: { key } })
    }
    await giveUses(tx, { personId, kind: 'grant', reason: reason + ending, amount, now: app.clock.now() })
    const after = { uses: amount }
    await noteChange(tx, app, by, { verb: 'users grant', kind: 'person', id: personId, after })
    return true
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
