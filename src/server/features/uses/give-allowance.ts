import { sql } from 'kysely'
import { ALLOWANCE } from '#shared/rules/packages.ts'
import { moscowDate } from '#server/clock.ts'
import type { Tx } from '#server/db/connect.ts'

interface Subscription {
  readonly personId: number
  /** The payment's id. */
  readonly reason: string
  readonly now: Date
}

/**
 * Gives a subscription's allowance: uses for each of 30 Europe/Moscow dates, starting today or on the day after the last
 * date that the person already has. Once per payment; the caller holds the lock on the person.
 * @returns whether this call gave it
 * @throws when this payment's allowance was given to another person
 */
export async function giveAllowance(tx: Tx, { personId, reason, now }: Subscription): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with first as (
      select greatest(${moscowDate(now)}::date, max(valid_on) + 1) as date from uses_lot
      where person_id = ${personId} and withdrawn_at is null
    ), lot as (
      insert into uses_lot (person_id, kind, reason, granted, valid_on, created_at)
      select ${personId}::integer, 'day', ${reason}::text, ${ALLOWANCE.uses}::integer, first.date + day, ${now}::timestamptz
      from first, generate_series(0, ${ALLOWANCE.dates - 1}::integer) as day
      where not exists (
        select from uses_lot where person_id = ${personId} and kind = 'day' and reason = ${reason}
      )
      returning person_id, id, granted, created_at
    )
    insert into uses_entry (person_id, lot_id, amount, reason, created_at)
    select person_id, id, granted, 'given', created_at from lot
    returning id`.execute(tx)
  return rows.length > 0
}
