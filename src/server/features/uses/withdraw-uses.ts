import { sql } from 'kysely'
import { moscowDate } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/connect.ts'

interface Withdrawal {
  readonly personId: number
  /** The payment's id. */
  readonly reason: string
  readonly now: Date
}

/**
 * The last payment whose dates follow those that could be withdrawn. Withdrawing dates in the middle would leave a gap in
 * an allowance that was paid for, so they are withdrawn from the end.
 * @returns its id; null when nothing follows, or nothing could be withdrawn
 */
export async function findFollowing(
  db: Db | Tx,
  { personId, reason, now }: Withdrawal,
): Promise<string | null> {
  const { rows } = await sql<{ reason: string }>`
    select later.reason from uses_lot later
    where later.person_id = ${personId} and later.withdrawn_at is null and later.reason <> ${reason}
      and later.valid_on > (
        select max(valid_on) from uses_lot
        where person_id = ${personId} and reason = ${reason} and spent = 0 and withdrawn_at is null
          and valid_on >= ${moscowDate(now)})
    order by later.valid_on desc limit 1`.execute(db)
  return rows[0]?.reason ?? null
}

/**
 * Withdraws what is left of a payment's uses: the rest of a package, or the allowances of today and later of which nothing
 * was spent, last date first. A withdrawn allowance frees its date. Nothing is withdrawn twice.
 * @param atMost null withdraws all that is left
 * @returns how many uses were withdrawn
 */
export async function withdrawUses(
  tx: Tx,
  { personId, reason, now, atMost = null }: Withdrawal & { readonly atMost?: number | null },
): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    with open as (
      select person_id, id, kind, valid_on, granted - spent as uses from uses_lot
      where person_id = ${personId} and reason = ${reason} and spent < granted and withdrawn_at is null
        and (kind = 'package' or (kind = 'day' and spent = 0 and valid_on >= ${moscowDate(now)}))
      for no key update
    ), counted as (
      select *, sum(uses) over (order by valid_on desc) as total from open
    ), rest as (
      select person_id, id, least(uses, case kind when 'package' then ${atMost}::integer end) as uses from counted
      where ${atMost}::integer is null or (kind = 'package' and ${atMost}::integer > 0) or total <= ${atMost}::integer
    ), lot as (
      -- Never more than the gate lets through: had a spending come between, the lot would be over-spent and refused.
      update uses_lot set spent = uses_lot.spent + rest.uses,
        withdrawn_at = case when uses_lot.spent + rest.uses = uses_lot.granted then ${now}::timestamptz end
      from rest
      where uses_lot.person_id = rest.person_id and uses_lot.id = rest.id
      returning uses_lot.person_id, uses_lot.id, rest.uses
    )
    insert into uses_entry (person_id, lot_id, amount, reason, created_at)
    select person_id, id, -uses, 'refund', ${now}::timestamptz from lot
    returning amount`.execute(tx)
  return rows.reduce((sum, { amount }) => sum - amount, 0)
}
