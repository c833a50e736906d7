import { sql } from 'kysely'
import type { Counters } from '#server/platforms/videos.ts'
import { moscowDate } from '#server/clock.ts'
import { type Db, transact } from '#server/db/connect.ts'
import { keepCounters } from './videos.sql.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

export interface ClaimedVideo {
  readonly id: number
  readonly platformId: string
  readonly fetchedAt: Date
}

/** How long a claim lasts, after which the videos of a crashed server are free again. */
const CLAIM_MS = 5 * 60_000
/** How long a video with a malformed answer is left alone, so that it costs only a few calls a day. */
const ASIDE_MS = 6 * HOUR_MS

interface Claim {
  readonly platform: string
  readonly today: string
  readonly now: Date
  readonly limit: number
}

/** Claims a platform's videos that somebody follows with an existing purchase and that were not asked about today. */
export async function claimVideos(db: Db, { platform, today, now, limit }: Claim): Promise<ClaimedVideo[]> {
  const { rows } = await sql<ClaimedVideo>`
    update video set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}
    where id in (
      select id from video
      where platform = ${platform} and asked_on < ${today}::date and (claimed_until is null or claimed_until <= ${now})
        and exists (
          select from tracking
          join reveal on reveal.holder_id = tracking.holder_id
          join purchase on purchase.holder_id = reveal.holder_id and purchase.reveal_id = reveal.id
          join channel on channel.id = reveal.channel_id
          where tracking.video_id = video.id
            and (channel.platform, channel.platform_id) = (video.platform, video.platform_channel_id))
      order by asked_on, id limit ${limit}
      for update skip locked)
    returning id, platform_id as "platformId", fetched_at as "fetchedAt"`.execute(db)
  return rows
}

/** Releases claimed videos that were not asked about, so that the next run takes them. */
export async function releaseVideos(db: Db, ids: readonly number[]): Promise<void> {
  await db.updateTable('video').set({ claimed_until: null }).where('id', 'in', ids).execute()
}

/** Keeps videos from being claimed for some hours. */
export async function deferVideos(
  db: Db,
  { ids, now }: { readonly ids: readonly number[]; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('video')
    .set({ claimed_until: new Date(now.getTime() + ASIDE_MS) })
    .where('id', 'in', ids)
    .execute()
}

interface Answers {
  readonly videos: readonly ClaimedVideo[]
  readonly answers: ReadonlyMap<string, Counters>
  readonly now: Date
}

/** Stores the answer for all videos of a call. Videos missing in it are gone; what was known of them stays. */
export async function keepAnswers(db: Db, { videos, answers, now }: Answers): Promise<void> {
  const found = videos.flatMap(({ id, platformId }) => {
    const counters = answers.get(platformId)
    return counters === undefined ? [] : [{ ...counters, id }]
  })
  const foundIds = found.map(({ id }) => id)
  await transact(db, async (tx) => {
    await keepCounters(tx, found, now)
    await sql`
      update video set asked_on = greatest(asked_on, ${moscowDate(now)}::date), claimed_until = null,
        gone_since = case when id = any(${foundIds}) then null else coalesce(gone_since, ${now}) end
      where id = any(${videos.map(({ id }) => id)})`.execute(tx)
  })
}
