import { sql } from 'kysely'
import type { TrustStatistics } from '#shared/api/evidence.ts'
import { SUBSCRIBER_RANGES } from '#shared/rules/filters.ts'
import { WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import { MIN_CELL_SIZE, MIN_PEOPLE, TRUST_MONTHS } from '#shared/rules/trust.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'

/** What happened to the purchases of a month; below the minimum nothing of it may be kept. */
export interface MonthCount {
  /** `2026-11` */
  readonly month: string
  readonly isFinished: boolean
  readonly reveals: number
  readonly people: number
  readonly bounced: number
  readonly byReport: number
  readonly byObjection: number
}

/** The channels of a set of content types and a size, and how many of them have a contact on sale. */
export interface ChannelCount {
  readonly contentTypes: number
  /** The place in `SUBSCRIBER_RANGES`; -1 when unknown. */
  readonly size: number
  readonly channels: number
  readonly contacts: number
}

interface TrustCounts {
  /** The last `TRUST_MONTHS`, oldest first. */
  readonly months: readonly MonthCount[]
  readonly returnTime: TrustStatistics['returnTime']
  readonly contactDays: number | null
  readonly channels: readonly ChannelCount[]
}

const WARRANTY = sql`make_interval(days => ${sql.lit(WARRANTY_DAYS)})`

/**
 * Counts what `/trust` tells, in one statement. A time is one more number about a month's purchases, so it is of those months alone
 * that are large enough to be shown.
 * @param day of Moscow
 */
export async function countTrust(
  db: Db,
  { day, now, withDemo }: { readonly day: string; readonly now: Date; readonly withDemo: boolean },
): Promise<TrustCounts> {
  const took = sql`extract(epoch from decided_at - reported_at)`
  const isEnough = sql`count(*) >= ${MIN_CELL_SIZE}`
  const { rows } = await sql<TrustCounts>`
    with month as (
      select month, month at time zone 'Europe/Moscow' as begins, (month + interval '1 month') at time zone 'Europe/Moscow' as ends
      from generate_series(0, ${TRUST_MONTHS - 1}::integer) back
      cross join lateral (select date_trunc('month', ${day}::timestamp) - back * interval '1 month' as month) month
    ), bought as materialized (
      select month, reveal.holder_id, reveal.id, reveal.created_at
      from month join reveal on reveal.created_at >= begins and reveal.created_at < ends
      where ${withDemo} or not exists (select from channel where channel.id = reveal.channel_id and is_demo)
    ), counted as materialized (
      select month, ends + ${WARRANTY} <= ${now} as is_finished, count(bought.id) as reveals, count(distinct bought.holder_id) as people,
        count(*) filter (where exists (
          select from bad_contact_report report
          where report.holder_id = bought.holder_id and report.reveal_id = bought.id and report.kind = 'bounced'
            and report.state in ('credited', 'replaced') and report.reason <> 'returned'
            and report.decided_at <= bought.created_at + ${WARRANTY})) as bounced,
        count(*) filter (where cause = 'report') as by_report, count(*) filter (where cause = 'objection') as by_objection
      from month left join bought using (month)
      left join uses_lot back on back.holder_id = bought.holder_id and back.reveal_id = bought.id
      group by month, ends
    ), took as (
      select report.reason = 'operator' as by_operator, jsonb_build_object(
        'half', round(percentile_cont(0.5) within group (order by ${took}))::integer,
        'p95', round(percentile_cont(0.95) within group (order by ${took}))::integer) as times
      from bad_contact_report report
      join bought on bought.holder_id = report.holder_id and bought.id = report.reveal_id
      join counted using (month)
      where report.state = 'credited' and report.reason <> 'returned'
        and reveals >= ${MIN_CELL_SIZE} and people >= ${MIN_PEOPLE}
      group by 1 having ${isEnough} and count(distinct report.holder_id) >= ${MIN_PEOPLE}
    ), covered as (
      select content_types, width_bucket(tier, starts) - 1 as size, count(*) as channels, count(*) filter (where has_contact) as contacts
      from search_entry, (
        select array_agg(search_tier(least) order by least) as starts
        from unnest(${SUBSCRIBER_RANGES.map(({ min }) => min)}::bigint[]) least) ranges
      where not is_demo or ${withDemo}
      group by 1, 2
    )
    select (select json_agg(json_build_object('month', to_char(month, 'YYYY-MM'), 'isFinished', is_finished, 'reveals', reveals,
        'people', people, 'bounced', bounced, 'byReport', by_report, 'byObjection', by_objection) order by month) from counted) as months,
      json_build_object('automatic', (select times from took where not by_operator), 'operator', (select times from took where by_operator))
        as "returnTime",
      (select case when ${isEnough} then percentile_disc(0.5) within group (
          order by greatest(0, floor(extract(epoch from ${now}::timestamptz - last_seen_at) / 86400)))::integer end
        from search_entry join known_contact using (channel_id)
        where has_contact and (not is_demo or ${withDemo}) and is_sold) as "contactDays",
      (select coalesce(json_agg(json_build_object('contentTypes', content_types, 'size', size, 'channels', channels, 'contacts', contacts)), '[]')
        from covered) as channels`.execute(db)
  return rows[0]!
}

/** Keeps a day's statistics; of two runs that of the later moment. */
export async function keepTrust(
  db: Db,
  {
    day,
    statistics,
    now,
  }: { readonly day: string; readonly statistics: TrustStatistics; readonly now: Date },
): Promise<void> {
  await db
    .insertInto('trust_statistics')
    .values({ day, statistics: JSON.stringify(statistics), made_at: now })
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet((eb) => ({
          statistics: eb.ref('excluded.statistics'),
          made_at: eb.ref('excluded.made_at'),
        }))
        .whereRef('trust_statistics.made_at', '<=', 'excluded.made_at'),
    )
    .execute()
}

/** The newest day's statistics, which tell nothing of a person and may be some seconds old; null before the first. */
export async function readTrust({
  databases,
}: Pick<App, 'databases'>): Promise<
  (TrustStatistics & { readonly day: string; readonly madeAt: string }) | null
> {
  const row = await databases.readCatalogue(({ db }) =>
    db.selectFrom('trust_statistics').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst(),
  )
  if (row === undefined) return null
  return {
    day: row.day,
    madeAt: row.made_at.toISOString(),
    // Only `keepTrust` writes it.
    ...(row.statistics as unknown as TrustStatistics),
  }
}
