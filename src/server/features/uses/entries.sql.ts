import { sql } from 'kysely'
import type { Period } from '#shared/api/command.ts'
import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { EntryKind } from '#shared/api/uses.ts'
import { moscowDate } from '#server/clock.ts'
import type { Core } from '#server/core.ts'
import type { Db } from '#server/db/connect.ts'
import { integerKey } from '#server/db/keyset-page.ts'
import { isAfter, isWithin, listByInstant, listPage, moscowDay, type OfDay } from '#server/db/list-page.ts'

type Entry = CommandOutput<'uses entries'>['rows'][number]

const AT = sql`entry.created_at`

/** Entries of all holders with what each means for the business. */
const ENTRIES = sql`(
  select entry.id, entry.holder_id, entry.created_at, abs(entry.amount) as uses, lot.kind as lot, lot.payment_id,
    case entry.reason when 'reveal' then 'spent' when 'refund' then 'withdrawn' when 'taken' then 'taken'
      else case lot.kind when 'warranty' then 'returned' when 'package' then 'sold' when 'day' then 'sold' else 'given' end
    end as kind
  from uses_entry entry join uses_lot lot on lot.holder_id = entry.holder_id and lot.id = entry.lot_id
) entry`

/** The ledger of everybody, newest entries first. */
export async function listEntries(
  { db }: Core,
  { kind, since, until, ...page }: CommandInput<'uses entries'>,
): Promise<CommandOutput<'uses entries'>> {
  const wanted = sql`(${kind ?? null}::text is null or kind = ${kind ?? null}) and ${isWithin(AT, { since, until })}`
  return listByInstant(
    page,
    async ({ limit, after }) => {
      const { rows } = await sql<Entry>`
        select id, created_at as at, holder_id as "holderId", kind, lot, uses, payment_id as "paymentId" from ${ENTRIES}
        where ${wanted} and ${isAfter([AT, sql`id`], after, 'bigint')}
        order by created_at desc, id desc limit ${limit}`.execute(db)
      return rows
    },
    async () => {
      const { rows } = await sql<{ count: number; uses: number }>`
        select count(*)::integer as count, coalesce(sum(uses), 0)::integer as uses from ${ENTRIES} where ${wanted}`.execute(
        db,
      )
      return rows[0]!
    },
  )
}

/** The uses of each day by kind. */
export async function countEntries(db: Db, period: Period): Promise<readonly OfDay<EntryKind>[]> {
  const { rows } = await sql<OfDay<EntryKind>>`
    select ${moscowDay(AT)} as day, kind as metric, sum(uses)::integer as value from ${ENTRIES}
    where ${isWithin(AT, period)} group by 1, 2`.execute(db)
  return rows
}

/** Unspent uses of those who have an account; dates of a subscription that are over are spent or lost. */
const isOwed = (now: Date) => sql`spent < granted and withdrawn_at is null
  and (valid_on is null or valid_on >= ${moscowDate(now)}) and exists (select from holder where holder.id = lot.holder_id)`

/** Those with what was paid for them: of each payment its price times the unspent share, as a refund would be. */
const owed = (now: Date, isWanted = sql`true`) => sql`(
  select holder_id, sum(uses)::integer as uses, sum(kopecks)::integer as kopecks from (
    select lot.holder_id, sum(granted - spent) as uses,
      coalesce(round(payment.amount::numeric * sum(granted - spent) / payment.uses), 0) as kopecks
    from uses_lot lot left join payment on payment.id = lot.payment_id
    where ${isOwed(now)} and ${isWanted}
    group by lot.holder_id, payment.id
  ) of_payment group by holder_id
) owed`

export async function sumOwed(
  db: Db,
  now: Date,
): Promise<{ readonly count: number; readonly uses: number; readonly kopecks: number }> {
  const { rows } = await sql<{ count: number; uses: number; kopecks: number }>`
    select count(*)::integer as count, coalesce(sum(uses), 0)::integer as uses,
      coalesce(sum(kopecks), 0)::float as kopecks from ${owed(now)}`.execute(db)
  return rows[0]!
}

/** Who is owed uses, in the order of their numbers. */
export async function listOwed(
  { db, clock }: Core,
  page: CommandInput<'uses owed'>,
): Promise<CommandOutput<'uses owed'>> {
  const now = clock.now()
  type Row = CommandOutput<'uses owed'>['rows'][number]
  return listPage(
    page,
    integerKey<Row>(({ holderId }) => holderId, 2_147_483_647),
    async ({ limit, after = 0 }) => {
      const { rows } = await sql<Row>`
        select holder_id as "holderId", uses, kopecks
        from ${owed(
          now,
          sql`lot.holder_id in (
            select lot.holder_id from uses_lot lot where ${isOwed(now)} and lot.holder_id > ${after}
            group by lot.holder_id order by lot.holder_id limit ${limit})`,
        )}
        order by holder_id`.execute(db)
      return rows
    },
    () => sumOwed(db, now),
  )
}
