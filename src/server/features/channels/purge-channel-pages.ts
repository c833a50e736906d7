import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'
import { forgetDays } from '#server/features/catalogue/platform-facts.sql.ts'
import { forgetVideos } from './channel-videos.sql.ts'

const DAY_MS = 86_400_000
/** The job runs every hour and also deletes what would grow too old before the next run. */
const NEXT_RUN_MS = 3_600_000

/** Deletes what pages of channels kept of the platform for as long as its terms allow: last videos, and subscribers by day. */
export async function purgeChannelPages({
  db,
  clock,
  config,
}: Pick<App, 'db' | 'clock' | 'config'>): Promise<void> {
  const nextRun = clock.now().getTime() + NEXT_RUN_MS
  const days = config.statisticsRetentionDays
  await forgetVideos(db, new Date(nextRun - days * DAY_MS))
  await forgetDays(db, moscowDate(new Date(nextRun - (days - 1) * DAY_MS)))
}
