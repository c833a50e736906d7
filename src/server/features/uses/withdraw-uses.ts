import { sql } from 'kysely'
import { moscowDate } from '#server/clock.ts'
import type { Tx } from '#server/db/connect.ts'

interface Withdrawal {
  readonly personId: number
  /** The payment's id. */
  readonly reason: string
  readonly now: Date
}

/**
 * Takes back what is left of a payment's uses: the rest of a package, or the allowances of today and later dates of which
 * nothing was spent. A withdrawn allowance frees its date. Nothing is taken back twice.
 * @returns how many uses were taken back
 */
export async function withdrawUses(tx: Tx, { personId, reason, now }: Withdrawal): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    with rest as (
      select person_id, id, granted - spent as uses from uses_lot
      where person_id = ${personId} and reason = ${reason} and spent < granted and withdrawn_at is null
        and (kind = 'package' or (kind = 'day' and spent = 0 and valid_on >= ${moscowDate(now)}))
      for no key update
    ), lot as (
      -- Never more than the gate lets through: had a spending come between, the lot would be over-spent and refused.
      update uses_lot set spent = uses_lot.spent + rest.uses, withdrawn_at = ${now} from rest
      where uses_lot.person_id = rest.person_id and uses_lot.id = rest.id
      returning uses_lot.person_id, uses_lot.id, rest.uses
    )
    insert into uses_entry (person_id, lot_id, amount, reason, created_at)
    select person_id, id, -uses, 'refund', ${now}::timestamptz from lot
    returning amount`.execute(tx)
  return rows.reduce((sum, { amount }) => sum - amount, 0)
}
