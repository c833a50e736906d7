import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import { type Purpose, VideosUnavailable } from './videos.ts'

/** A platform's day, `YYYY-MM-DD`, and when it ends. */
export interface PlatformDay {
  readonly day: string
  readonly endsAt: Date
}

interface QuotaOptions<Bucket extends string> {
  readonly db: Db
  readonly clock: Clock
  readonly platform: string
  /** Calls a day per quota. */
  readonly limits: Readonly<Record<Bucket, number>>
  /** The percentage of each quota that jobs leave to people and visitors. */
  readonly reservePercent: number
  readonly dayOf: (now: Date) => PlatformDay
}

/** The refresh's share of what jobs may use. */
export const SHARE_OF_REFRESH = 0.8
/** Visitors' share of what jobs leave: anybody can be a visitor any number of times. */
const SHARE_OF_VISITORS = 0.5

/** Counts the day's calls of all servers together. */
export interface Quota<Bucket extends string> {
  /** Counts one call. @throws VideosUnavailable `quota` when none is left for that purpose until the platform's midnight */
  take(bucket: Bucket, purpose: Purpose): Promise<void>
  /** Records that the platform reports an exhausted quota. @returns the error to throw */
  exhaust(bucket: Bucket): Promise<VideosUnavailable>
}

export function openQuota<Bucket extends string>({
  db,
  clock,
  platform,
  limits,
  reservePercent,
  dayOf,
}: QuotaOptions<Bucket>): Quota<Bucket> {
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
      const { day, endsAt } = dayOf(clock.now())
      const all = limits[bucket]
      // Rounded first, because 1 - 0.8 is a little less than a fifth.
      const limit = Math.floor(Number((all * shares[purpose]).toFixed(6)))
      const [forVisitors, isJob] = [purpose === 'visitor' ? 1 : 0, purpose === 'job' || purpose === 'refresh']
      const { rows } = await sql`
        insert into platform_quota (platform, bucket, day, used, by_visitors)
        select ${platform}, ${bucket}, ${day}::date, 1, ${forVisitors}::integer where ${limit} > 0
        on conflict (platform, bucket, day) do update
          set used = platform_quota.used + 1, by_visitors = platform_quota.by_visitors + ${forVisitors}
        where platform_quota.exhausted_at is null and platform_quota.used < ${all}
          and case when ${forVisitors} = 1 then platform_quota.by_visitors
                when ${isJob} then platform_quota.used - platform_quota.by_visitors else platform_quota.used end < ${limit}
        returning used`.execute(db)
      if (rows.length === 0) throw unavailable(bucket, endsAt)
    },
    async exhaust(bucket) {
      const now = clock.now()
      const { day, endsAt } = dayOf(now)
      await db
        .insertInto('platform_quota')
        .values({ platform, bucket, day, used: 0, exhausted_at: now })
        .onConflict((conflict) =>
          conflict.columns(['platform', 'bucket', 'day']).doUpdateSet({ exhausted_at: now }),
        )
        .execute()
      return unavailable(bucket, endsAt)
    },
  }
}

/** What is used of a day's quotas, by bucket. */
export async function readUsedQuota(
  db: Db,
  { platform, day }: { readonly platform: string; readonly day: string },
): Promise<ReadonlyMap<string, { readonly calls: number; readonly isExhausted: boolean }>> {
  const rows = await db
    .selectFrom('platform_quota')
    .select(['bucket', 'used', 'exhausted_at'])
    .where('platform', '=', platform)
    .where('day', '=', day)
    .execute()
  return new Map(
    rows.map(({ bucket, used, exhausted_at }) => [
      bucket,
      { calls: used, isExhausted: exhausted_at !== null },
    ]),
  )
}
