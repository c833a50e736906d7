import { sql } from 'kysely'
import { moscowDate } from '#server/clock.ts'
import type { Tx } from '#server/db/connect.ts'

interface Spending {
  readonly personId: number
  /** The reveal to pay for; it must already be inserted in this transaction. */
  readonly revealId: number
  readonly now: Date
}

/**
 * Spends one use for a reveal, in this order: today's allowance; welcome, promocode and granted lots; packages. Within
 * each, the oldest lot first. Simultaneous calls never spend the same use, with or without a lock on the person.
 * @returns false when none is left; nothing was written then
 */
export async function spendUse(tx: Tx, { personId, revealId, now }: Spending): Promise<boolean> {
  const { rows } = await sql`
    with chosen as (
      select person_id, id from uses_lot
      where person_id = ${personId} and spent < granted and withdrawn_at is null
        and (valid_on is null or valid_on = ${moscowDate(now)})
      order by case kind when 'day' then 0 when 'package' then 2 else 1 end, id
      limit 1
      for no key update
    ), lot as (
      update uses_lot set spent = uses_lot.spent + 1 from chosen
      where uses_lot.person_id = chosen.person_id and uses_lot.id = chosen.id and uses_lot.spent < uses_lot.granted
      returning uses_lot.person_id, uses_lot.id
    )
    insert into uses_entry (person_id, lot_id, amount, reason, reveal_id, created_at)
    select person_id, id, -1, 'reveal', ${revealId}, ${now} from lot
    returning id`.execute(tx)
  return rows.length === 1
}
