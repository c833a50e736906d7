import { sql } from 'kysely'
import type { TrustStatistics } from '#shared/api/evidence.ts'
import { SUBSCRIBER_RANGES } from '#shared/rules/filters.ts'
import { WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import { MIN_CELL_SIZE, MIN_PEOPLE } from '#shared/rules/trust.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Source } from '#server/db/lanes.ts'

/** What happened to the purchases of a month; below the minimum nothing is known but the month. */
export interface MonthCount {
  readonly isFinished: boolean
  readonly reveals: number
  readonly people: number
  readonly bounced: number
  readonly byReport: number
  readonly byObjection: number
}

/** The condition on a `reveal` that counts: one of a demo channel does only where such are served. */
const counted = (withDemo: boolean) =>
  withDemo
    ? sql`true`
    : sql`not exists (select from channel where channel.id = reveal.channel_id and channel.is_demo)`

const WARRANTY = sql`make_interval(days => ${sql.lit(WARRANTY_DAYS)})`

/** Counts a month's purchases and what became of them. @param month its first day in Moscow, `2026-11-01` */
export async function countMonth(
  db: Db,
  { month, now, withDemo }: { readonly month: string; readonly now: Date; readonly withDemo: boolean },
): Promise<MonthCount> {
  const end = sql`((${month}::date + interval '1 month') at time zone 'Europe/Moscow')`
  const { rows } = await sql<MonthCount>`
    select count(*)::integer as reveals, count(distinct reveal.person_id)::integer as people,
      count(*) filter (where exists (
        select from bad_contact_report report
        where report.person_id = reveal.person_id and report.reveal_id = reveal.id and report.kind = 'bounced'
          and report.state in ('credited', 'replaced') and report.reason <> 'returned'
          and report.decided_at <= reveal.created_at + ${WARRANTY}
      ))::integer as bounced,
      count(*) filter (where back.cause = 'report')::integer as "byReport",
      count(*) filter (where back.cause = 'objection')::integer as "byObjection",
      ${end} + ${WARRANTY} <= ${now} as "isFinished"
    from reveal
    left join uses_lot back on back.person_id = reveal.person_id and back.reveal_id = reveal.id
    where reveal.created_at >= (${month}::timestamp at time zone 'Europe/Moscow') and reveal.created_at < ${end}
      and ${counted(withDemo)}`.execute(db)
  return rows[0]!
}

/** How long uses took to come back after a report, of purchases in these months alone. @param months as of `countMonth` */
export async function readReturnTimes(
  db: Db,
  { months, withDemo }: { readonly months: readonly string[]; readonly withDemo: boolean },
): Promise<TrustStatistics['returnTime']> {
  const took = sql`extract(epoch from decided_at - reported_at)`
  const { rows } = await sql<{ byOperator: boolean; half: number; p95: number }>`
    select report.reason = 'operator' as "byOperator",
      round(percentile_cont(0.5) within group (order by ${took}))::integer as half,
      round(percentile_cont(0.95) within group (order by ${took}))::integer as p95
    from bad_contact_report report
    join reveal on reveal.person_id = report.person_id and reveal.id = report.reveal_id
    where report.state = 'credited' and report.reason <> 'returned'
      and date_trunc('month', reveal.created_at at time zone 'Europe/Moscow') = any(${months}::timestamp[])
      and ${counted(withDemo)}
    group by 1
    having count(*) >= ${MIN_CELL_SIZE} and count(distinct report.person_id) >= ${MIN_PEOPLE}`.execute(db)
  const of = (wanted: boolean) => {
    const row = rows.find(({ byOperator }) => byOperator === wanted)
    return row === undefined ? null : { half: row.half, p95: row.p95 }
  }
  return { automatic: of(false), operator: of(true) }
}

/** The channels of a set of content types and a size, and how many of them have a contact on sale. */
export interface ChannelCount {
  readonly contentTypes: number
  /** The place in `SUBSCRIBER_RANGES`; -1 when unknown. */
  readonly size: number
  readonly channels: number
  readonly contacts: number
}

/** Some of the 4,096 random blocks of channels, which are of one size: a part of the catalogue, chosen at random. */
interface Blocks {
  readonly from: number
  readonly before: number
}

const COVERAGE = `
  select content_types as "contentTypes", width_bucket(tier, starts) - 1 as size, count(*)::integer as channels,
    count(*) filter (where has_contact)::integer as contacts
  from search_entry, (select array_agg(search_tier(least) order by least) as starts from unnest($4::bigint[]) least) ranges
  where block >= $1 and block < $2 and (not is_demo or $3)
  group by 1, 2`

/** Counts channels that the search shows, by what the search knows of them: the index alone is read. */
export function countChannels(source: Source, { from, before }: Blocks, withDemo: boolean) {
  const starts = SUBSCRIBER_RANGES.map(({ min }) => min)
  return source.query<ChannelCount & Record<string, number>>({
    name: 'trust_coverage',
    text: COVERAGE,
    values: [from, before, withDemo, starts],
  })
}

/** A number of contacts by the days since they were last seen. */
export interface AgeCount {
  readonly days: number
  readonly contacts: number
}

const AGES = `
  select greatest(0, floor(extract(epoch from $4::timestamptz - last_seen_at) / 86400))::integer as days,
    count(*)::integer as contacts
  from search_entry join known_contact contact on contact.channel_id = search_entry.channel_id
  where block >= $1 and block < $2 and has_contact and (not is_demo or $3) and is_sold
  group by 1`

/** Counts contacts on sale by their age. */
export function countAges(source: Source, { from, before }: Blocks, withDemo: boolean, now: Date) {
  return source.query<AgeCount & Record<string, number>>({
    name: 'trust_ages',
    text: AGES,
    values: [from, before, withDemo, now],
  })
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
