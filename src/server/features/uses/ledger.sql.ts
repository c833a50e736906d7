import { type Insertable, sql } from 'kysely'
import { moscowDate } from '#server/clock.ts'
import type { Tx, Db } from '#server/db/connect.ts'
import type { DB } from '#server/db/tables.ts'
import { ALLOWANCE } from '#shared/rules/uses.ts'

interface Given {
  readonly holderId: number
  /** Uses, 0 to 1,000,000; 0 gives nothing. */
  readonly amount: number
  readonly now: Date
}

/** What uses are given for: the same thing gives them once. */
export type Gift = Given &
  (
    | { readonly kind: 'welcome' }
    | { readonly kind: 'promocode'; readonly promocodeId: string }
    /** @param note the operator's words */
    | { readonly kind: 'grant'; readonly grantKey: string; readonly note: string }
    | { readonly kind: 'package'; readonly paymentId: string }
    | { readonly kind: 'warranty'; readonly revealId: number; readonly cause: 'report' | 'objection' }
  )

/**
 * Gives a person uses: a lot and its ledger entry. Once per person, kind and key, however often and simultaneously it is
 * called.
 * @returns whether this call gave them
 * @throws the database's error when the payment or reveal is another person's
 */
export async function giveUses(tx: Tx, gift: Gift): Promise<boolean> {
  if (gift.amount === 0) return false
  const { holderId, kind, amount, now } = gift
  const given = await tx
    .with('lot', (db) =>
      db
        .insertInto('uses_lot')
        .values({ holder_id: holderId, kind, granted: amount, created_at: now, ...keyOf(gift) })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['holder_id', 'id as lot_id', 'granted as amount', 'created_at']),
    )
    .insertInto('uses_entry')
    .columns(['holder_id', 'lot_id', 'amount', 'created_at', 'reason'])
    .expression((eb) => eb.selectFrom('lot').selectAll().select(sql.lit('given').as('reason')))
    .returning('id')
    .executeTakeFirst()
  return given !== undefined
}

function keyOf(gift: Gift): Partial<Insertable<DB['uses_lot']>> {
  switch (gift.kind) {
    case 'welcome':
      return {}
    case 'promocode':
      return { promocode_id: gift.promocodeId }
    case 'grant':
      return { grant_key: gift.grantKey, note: gift.note }
    case 'package':
      return { payment_id: gift.paymentId }
    case 'warranty':
      return { reveal_id: gift.revealId, cause: gift.cause }
  }
}

interface Subscription {
  readonly holderId: number
  readonly paymentId: string
  readonly now: Date
}

/**
 * Gives a subscription's allowance: uses for each of 30 Europe/Moscow dates, starting today or on the day after the last
 * date that the person already has. Once per payment; the caller holds the lock on the person.
 * @returns whether this call gave it
 * @throws the database's error when the payment is another person's
 */
export async function giveAllowance(tx: Tx, { holderId, paymentId, now }: Subscription): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with first as (
      select greatest(${moscowDate(now)}::date, max(valid_on) + 1) as date from uses_lot
      where holder_id = ${holderId} and withdrawn_at is null
    ), lot as (
      insert into uses_lot (holder_id, kind, payment_id, granted, valid_on, created_at)
      select ${holderId}::integer, 'day', ${paymentId}::uuid, ${ALLOWANCE.uses}::integer, first.date + day, ${now}::timestamptz
      from first, generate_series(0, ${ALLOWANCE.dates - 1}::integer) as day
      where not exists (select from uses_lot where payment_id = ${paymentId})
      returning holder_id, id, granted, created_at
    )
    insert into uses_entry (holder_id, lot_id, amount, reason, created_at)
    select holder_id, id, granted, 'given', created_at from lot
    returning id`.execute(tx)
  return rows.length > 0
}

interface Spending {
  readonly holderId: number
  /** The reveal to pay for; it must already be inserted in this transaction. */
  readonly revealId: number
  readonly now: Date
}

/**
 * Spends one use for a reveal, in this order: today's allowance; welcome, promocode and granted lots; packages. Within
 * each, the oldest lot first. Simultaneous calls never spend the same use, with or without a lock on the person.
 * @returns false when none is left; nothing was written then
 */
export async function spendUse(tx: Tx, { holderId, revealId, now }: Spending): Promise<boolean> {
  const { rows } = await sql`
    with chosen as (
      select holder_id, id from uses_lot
      where holder_id = ${holderId} and spent < granted and withdrawn_at is null
        and (valid_on is null or valid_on = ${moscowDate(now)})
      order by case kind when 'day' then 0 when 'package' then 2 else 1 end, id
      limit 1
      for no key update
    ), lot as (
      update uses_lot set spent = uses_lot.spent + 1 from chosen
      where uses_lot.holder_id = chosen.holder_id and uses_lot.id = chosen.id and uses_lot.spent < uses_lot.granted
      returning uses_lot.holder_id, uses_lot.id
    )
    insert into uses_entry (holder_id, lot_id, amount, reason, reveal_id, created_at)
    select holder_id, id, -1, 'reveal', ${revealId}, ${now} from lot
    returning id`.execute(tx)
  return rows.length === 1
}

/** The unspent uses of an operator's grants. */
export async function countGranted(tx: Tx, holderId: number): Promise<number> {
  const { rows } = await sql<{ uses: number }>`
    select coalesce(sum(granted - spent), 0)::integer as uses from uses_lot
    where holder_id = ${holderId} and kind = 'grant' and spent < granted`.execute(tx)
  return rows[0]!.uses
}

/** Takes unspent uses of an operator's grants back, of the newest first. @returns how many */
export async function takeGranted(
  tx: Tx,
  { holderId, amount, now }: { readonly holderId: number; readonly amount: number; readonly now: Date },
): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    with open as (
      select holder_id, id, granted - spent as uses from uses_lot
      where holder_id = ${holderId} and kind = 'grant' and spent < granted
      for no key update
    ), counted as (
      select *, sum(uses) over (order by id desc) - uses as before from open
    ), lot as (
      -- The gate as in a refund: had a spending come between, the lot would be over-spent and refused.
      update uses_lot set spent = uses_lot.spent + least(uses, ${amount}::integer - before)
      from counted
      where uses_lot.holder_id = counted.holder_id and uses_lot.id = counted.id and before < ${amount}::integer
      returning uses_lot.holder_id, uses_lot.id, least(uses, ${amount}::integer - before) as uses
    )
    insert into uses_entry (holder_id, lot_id, amount, reason, created_at)
    select holder_id, id, -uses, 'taken', ${now}::timestamptz from lot
    returning amount`.execute(tx)
  return rows.reduce((sum, { amount: taken }) => sum - taken, 0)
}

interface Withdrawal {
  readonly holderId: number
  readonly paymentId: string
  readonly now: Date
}

/**
 * The last payment whose dates follow those that could be withdrawn. Withdrawing dates in the middle would leave a gap in
 * an allowance that was paid for, so they are withdrawn from the end.
 * @returns its id; null when nothing follows, or nothing could be withdrawn
 */
export async function findFollowing(
  db: Db | Tx,
  { holderId, paymentId, now }: Withdrawal,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select later.payment_id as id from uses_lot later
    where later.holder_id = ${holderId} and later.withdrawn_at is null and later.payment_id <> ${paymentId}
      and later.valid_on > (
        select max(valid_on) from uses_lot
        where holder_id = ${holderId} and payment_id = ${paymentId} and spent = 0 and withdrawn_at is null
          and valid_on >= ${moscowDate(now)})
    order by later.valid_on desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Withdraws what is left of a payment's uses: the rest of a package, or the allowances of today and later of which nothing
 * was spent, last date first. A withdrawn allowance frees its date. Nothing is withdrawn twice.
 * @param atMost null withdraws all that is left
 * @returns how many uses were withdrawn
 */
export async function withdrawUses(
  tx: Tx,
  { holderId, paymentId, now, atMost = null }: Withdrawal & { readonly atMost?: number | null },
): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    with open as (
      select holder_id, id, kind, valid_on, granted - spent as uses from uses_lot
      where holder_id = ${holderId} and payment_id = ${paymentId} and spent < granted and withdrawn_at is null
        and (kind = 'package' or (kind = 'day' and spent = 0 and valid_on >= ${moscowDate(now)}))
      for no key update
    ), counted as (
      select *, sum(uses) over (order by valid_on desc) as total from open
    ), rest as (
      select holder_id, id, least(uses, case kind when 'package' then ${atMost}::integer end) as uses from counted
      where ${atMost}::integer is null or (kind = 'package' and ${atMost}::integer > 0) or total <= ${atMost}::integer
    ), lot as (
      -- Never more than the gate lets through: had a spending come between, the lot would be over-spent and refused.
      update uses_lot set spent = uses_lot.spent + rest.uses,
        withdrawn_at = case when uses_lot.spent + rest.uses = uses_lot.granted then ${now}::timestamptz end
      from rest
      where uses_lot.holder_id = rest.holder_id and uses_lot.id = rest.id
      returning uses_lot.holder_id, uses_lot.id, rest.uses
    )
    insert into uses_entry (holder_id, lot_id, amount, reason, created_at)
    select holder_id, id, -uses, 'refund', ${now}::timestamptz from lot
    returning amount`.execute(tx)
  return rows.reduce((sum, { amount }) => sum - amount, 0)
}
