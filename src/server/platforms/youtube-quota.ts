import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/settings.ts'
import { type PlatformDay, SHARE_OF_REFRESH } from './quota.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

/**
 * The platform's separate quotas: searches, `videos:batchGetStats`, and everything else.
 * https://developers.google.com/youtube/v3/determine_quota_cost
 */
export const BUCKETS = ['search', 'statistics', 'other'] as const
export type Bucket = (typeof BUCKETS)[number]

/** Calls a day per quota. */
type QuotaLimits = Readonly<Record<Bucket, number>>

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
export function pacificDay(now: Date): PlatformDay {
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
