import { type Expression, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { moscowDate } from '#server/clock.ts'
import type { Db } from '#server/db/connect.ts'
import type { CommandOutput } from '#shared/api/commands.ts'
import type { usesMovement } from '#shared/api/uses.ts'

/**
 * SQL for what a person can spend at an instant: the balance plus what is left of that Moscow date's allowance. Sums open
 * lots, of which there are always few, and no entries; `verify` proves that both agree.
 * @param holderId a number, or a column such as `eb.ref('person.id')`
 */
export function usesLeft(holderId: number | Expression<number>, now: Date): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(granted - spent), 0) from uses_lot
    where holder_id = ${holderId} and spent < granted and withdrawn_at is null and (valid_on is null or valid_on = ${moscowDate(now)})
  )`
}

export type UsesMovement = z.infer<typeof usesMovement>

/** A movement as the operator sees it. */
export type StatementLine = CommandOutput<'uses ledger'>['rows'][number]

/**
 * A person's newest movements of uses, `limit` at most; with `after`, those that follow that movement. A subscription's dates
 * that were given or withdrawn together form one movement with the id of the last one. `balance` is what never expires, after it.
 */
export async function newestMovements(
  db: Db,
  holderId: number,
  { limit, after }: { readonly limit: number; readonly after?: number | undefined },
): Promise<StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    with entry as (
      -- Counts the person's own, which are never deleted: the ids of all tell how much others buy.
      select entry.*, row_number() over by_id as number,
        coalesce(sum(entry.amount) filter (where lot.valid_on is null) over by_id, 0)::integer as balance
      from uses_entry entry join uses_lot lot on lot.holder_id = entry.holder_id and lot.id = entry.lot_id
      where entry.holder_id = ${holderId} window by_id as (order by entry.id)
    )
    select entry.number as id,
      to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      entry.reason,
      lot.kind as lot,
      coalesce(together.amount, entry.amount) as amount,
      lot.promocode_id as promocode,
      lot.payment_id as payment,
      payment.package_id as "packageId",
      channel.name as "channelName",
      entry.balance, lot.note,
      case when lot.kind = 'day' then json_build_object(
        'first', coalesce(together.first, lot.valid_on),
        'last', coalesce(together.last, lot.valid_on)) end as dates
    from entry
    join uses_lot lot on lot.holder_id = entry.holder_id and lot.id = entry.lot_id
    left join reveal on reveal.holder_id = entry.holder_id and reveal.id = coalesce(entry.reveal_id, lot.reveal_id)
    left join channel on channel.id = reveal.channel_id
    left join payment on payment.id = lot.payment_id
    left join lateral (
      select max(other.id) as id, sum(other.amount)::integer as amount,
        min(dated.valid_on) as first, max(dated.valid_on) as last
      from uses_lot dated
      join uses_entry other on other.holder_id = dated.holder_id and other.lot_id = dated.id
      where dated.payment_id = lot.payment_id
        and other.reason = entry.reason and other.created_at = entry.created_at
    ) as together on lot.kind = 'day' and entry.reason <> 'reveal'
    where entry.number < ${after ?? null}::bigint is not false and entry.id = coalesce(together.id, entry.id)
    order by entry.id desc
    limit ${limit}`.execute(db)
  return rows
}

interface Rest {
  /** What never expires. */
  readonly balance: number
  /** The allowance of this Moscow date. */
  readonly today: { readonly left: number; readonly granted: number } | null
  /** What deletion of the account would lose. */
  readonly unspent: { readonly uses: number; readonly roubles: number }
}

/** What a person can spend at an instant: the balance, and today's allowance apart from it. */
export async function readBalance(db: Db, holderId: number, now: Date): Promise<Rest> {
  const { rows } = await sql<Rest>`
    select (
        select coalesce(sum(granted - spent), 0)::integer from uses_lot
        where holder_id = ${holderId} and valid_on is null and spent < granted
      ) as balance,
      (
        select json_build_object('left', granted - spent, 'granted', granted) from uses_lot
        where holder_id = ${holderId} and valid_on = ${moscowDate(now)} and withdrawn_at is null
      ) as today,
      (
        select json_build_object(
          'uses', coalesce(sum(granted - spent), 0)::integer,
          'roubles', coalesce(floor(sum((granted - spent) * payment.amount::numeric / payment.uses) / 100), 0)::integer)
        from uses_lot lot
        left join payment on payment.id = lot.payment_id
        where lot.holder_id = ${holderId} and spent < granted and withdrawn_at is null
          and (valid_on is null or valid_on >= ${moscowDate(now)})
      ) as unspent`.execute(db)
  return rows[0]!
}
