import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'

const DAY_MS = 86_400_000

/** The oldest Europe/Moscow date whose statistics may be kept and shown. */
export function firstKeptDay({ clock, config }: Pick<App, 'clock' | 'config'>): string {
  return moscowDate(new Date(clock.now().getTime() - config.statisticsRetentionDays * DAY_MS))
}

/**
 * Deletes what may not be kept any longer: numbers older than the retention, videos that could not be refreshed for as
 * long, and the following of channels whose purchase was deleted.
 */
export async function purgeStatistics(app: Pick<App, 'db' | 'clock' | 'config'>): Promise<void> {
  const { db, clock, config } = app
  const now = clock.now().getTime()
  await db.deleteFrom('video_statistics').where('day', '<', firstKeptDay(app)).execute()
  await db
    .deleteFrom('video')
    .where('fetched_at', '<', new Date(now - config.statisticsRetentionDays * DAY_MS))
    .execute()
  await sql`
    delete from tracking
    where not exists (
      select from purchase
      join reveal on reveal.person_id = purchase.person_id and reveal.id = purchase.reveal_id
      join channel on channel.id = reveal.channel_id and channel.platform = 'youtube'
      join video on video.platform_channel_id = channel.platform_id
      where purchase.person_id = tracking.person_id and video.id = tracking.video_id)`.execute(db)
}
