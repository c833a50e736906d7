import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/connect.ts'
import { ConfigError } from '../../config/settings.ts'
import { type Purpose, VideosUnavailable } from './videos.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

/**
 * The platform's separate quotas: searches, `videos:batchGetStats`, and everything else.
 * https://developers.google.com/youtube/v3/determine_quota_cost
 */
export const BUCKETS = ['search', 'statistics', 'other'] as const
export type Bucket = (typeof BUCKETS)[number]

/** Calls a day per quota. */
export type QuotaLimits = Readonly<Record<Bucket, number>>

interface QuotaOptions {
  readonly db: Db
  readonly clock: Clock
  readonly limits: QuotaLimits
  /** The percentage of each quota that jobs leave to people and visitors. */
  readonly reservePercent: number
}

/** The refresh's share of what jobs may use. */
const SHARE_OF_REFRESH = 0.8
/** Visitors' share of what jobs leave: anybody can be a visitor any number of times. */
const SHARE_OF_VISITORS = 0.5

/** Counts the day's calls of all servers together. */
export interface Quota {
  /** Counts one call. @throws VideosUnavailable `quota` when none is left for that purpose until the platform's midnight */
  take(bucket: Bucket, purpose: Purpose): Promise<void>
  /** Records that the platform reports an exhausted quota. @returns the error to throw */
  exhaust(bucket: Bucket): Promise<VideosUnavailable>
}

export function openQuota({ db, clock, limits, reservePercent }: QuotaOptions): Quota {
  const ofJobs = 1 - reservePercent / 100
  const shares: Readonly<Record<Purpose, number>> = {
    person: 1,
    visitor: (1 - ofJobs) * SHARE_OF_VISITORS,
    job: ofJobs,
    refresh: ofJobs * SHARE_OF_REFRESH,
  }
  const unavailable = (bucket: Bucket, endsAt: Date) =>
    new VideosUnavailable('quota', `The day's quota of ${bucket} is used up`, endsAt)
  return {
    async take(bucket, purpose) {
      const { day, endsAt } = pacificDay(clock.now())
      const all = limits[bucket]
      // Rounded first, because 1 - 0.8 is a little less than a fifth.
      const limit = Math.floor(Number((all * shares[purpose]).toFixed(6)))
      const [forVisitors, isJob] = [purpose === 'visitor' ? 1 : 0, purpose === 'job' || purpose === 'refresh']
      const { rows } = await sql`
        insert into platform_quota (bucket, day, used, by_visitors)
        select ${bucket}, ${day}::date, 1, ${forVisitors}::integer where ${limit} > 0
        on conflict (bucket, day) do update
          set used = platform_quota.used + 1, by_visitors = platform_quota.by_visitors + ${forVisitors}
        where platform_quota.exhausted_at is null and platform_quota.used < ${all}
          and case when ${forVisitors} = 1 then platform_quota.by_visitors
                when ${isJob} then platform_quota.used - platform_quota.by_visitors else platform_quota.used end < ${limit}
        returning used`.execute(db)
      if (rows.length === 0) throw unavailable(bucket, endsAt)
    },
    async exhaust(bucket) {
      const now = clock.now()
      const { day, endsAt } = pacificDay(now)
      await db
        .insertInto('platform_quota')
        .values({ bucket, day, used: 0, exhausted_at: now })
        .onConflict((conflict) => conflict.columns(['bucket', 'day']).doUpdateSet({ exhausted_at: now }))
        .execute()
      return unavailable(bucket, endsAt)
    },
  }
}

/** What is used of today's quotas, by bucket. */
export async function readUsedQuota(
  db: Db,
  now: Date,
): Promise<ReadonlyMap<string, { readonly calls: number; readonly isExhausted: boolean }>> {
  const rows = await db
    .selectFrom('platform_quota')
    .select(['bucket', 'used', 'exhausted_at'])
    .where('day', '=', pacificDay(now).day)
    .execute()
  return new Map(
    rows.map(({ bucket, used, exhausted_at }) => [
      bucket,
      { calls: used, isExhausted: exhausted_at !== null },
    ]),
  )
}

/** @throws ConfigError when YOUTUBE_QUOTA is not a list of bucket=calls */
export function readQuotaLimits(changes: readonly string[]): QuotaLimits {
  const limits: Record<Bucket, number> = { search: 100, statistics: 10_000, other: 10_000 }
  for (const change of changes) {
    const [, name, calls] = /^(\w+)=(\d{1,9})$/.exec(change) ?? []
    const bucket = BUCKETS.find((known) => known === name)
    if (bucket === undefined)
      throw new ConfigError(
        `YOUTUBE_QUOTA has "${change}": it must be bucket=calls, with a bucket of ${BUCKETS.join(', ')}`,
      )
    limits[bucket] = Number(calls)
  }
  return limits
}

/**
 * Refuses settings under which nothing could be refreshed, so that all of the platform's data would be deleted.
 * @throws ConfigError
 */
export function checkRefresh({
  youtubeApiKey,
  youtubeQuota,
  youtubeReserve,
}: Pick<Config, 'youtubeApiKey' | 'youtubeQuota' | 'youtubeReserve'>): void {
  const limits = readQuotaLimits(youtubeQuota)
  if (youtubeApiKey === null) return
  const ofJobs = 1 - youtubeReserve / 100
  const calls = { statistics: limits.statistics * ofJobs, other: limits.other * ofJobs * SHARE_OF_REFRESH }
  for (const [bucket, left] of Object.entries(calls)) {
    if (left >= 1) continue
    throw new ConfigError(
      `YOUTUBE_QUOTA and YOUTUBE_RESERVE leave jobs no calls of ${bucket}: nothing could be refreshed within STATISTICS_RETENTION_DAYS, and all of it would be deleted`,
    )
  }
}

const PACIFIC = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The platform's day, `YYYY-MM-DD`, and the midnight at which it ends, also on the two days a year with 23 or 25 hours. */
export function pacificDay(now: Date): { readonly day: string; readonly endsAt: Date } {
  const [day = ''] = PACIFIC.format(now).split(' ')
  const wholeSecond = now.getTime() - now.getMilliseconds()
  const nextDay = (hours: number) => PACIFIC.format(wholeSecond + hours * HOUR_MS).slice(0, 10) !== day
  let hours = 0
  while (!nextDay(hours + 1)) hours += 1
  // The zone's offset is whole minutes, so within the last hour the seconds since the full hour decide.
  const [, time = ''] = PACIFIC.format(wholeSecond + hours * HOUR_MS).split(' ')
  const [, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return { day, endsAt: new Date(wholeSecond + (hours + 1) * HOUR_MS - (minutes * 60 + seconds) * 1_000) }
}
