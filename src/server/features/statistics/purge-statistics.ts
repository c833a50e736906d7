import { sql } from 'kysely'
import type { Core } from '#server/core.ts'
import { firstKeptDay, NEXT_PURGE_MS, oldestKept } from '#server/retention.ts'
import type { Db } from '#server/db/connect.ts'
import { purgeMissing } from './videos.sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/**
 * Deletes what may no longer be kept: numbers older than the retention, videos that could not be refreshed for that long,
 * and tracking of channels whose purchase was deleted and not restored within a day.
 */
export async function purgeStatistics(app: Core): Promise<void> {
  const { db, clock } = app
  await purgeMissing(db, clock.now())
  await db.deleteFrom('video_statistics').where('day', '<', firstKeptDay(app, NEXT_PURGE_MS)).execute()
  await db.deleteFrom('video').where('fetched_at', '<', oldestKept(app, NEXT_PURGE_MS)).execute()
  await endUnowned(db, clock.now())
}

/** Tracking without a purchase ends a day after it was noticed, so that undoing the deletion loses nothing. */
async function endUnowned(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS)
  await sql`
    with seen as (
      select holder_id, video_id, exists (
        select from purchase
        join reveal on reveal.holder_id = purchase.holder_id and reveal.id = purchase.reveal_id
        join channel on channel.id = reveal.channel_id
        join video on (video.platform, video.platform_channel_id) = (channel.platform, channel.platform_id)
        where purchase.holder_id = tracking.holder_id and video.id = tracking.video_id) as is_owned
      from tracking)
    update tracking set unowned_since = case when not is_owned then ${now}::timestamptz end
    from seen
    where tracking.holder_id = seen.holder_id and tracking.video_id = seen.video_id
      and is_owned = (unowned_since is not null)`.execute(db)
  await db.deleteFrom('tracking').where('unowned_since', '<=', since).execute()
}
