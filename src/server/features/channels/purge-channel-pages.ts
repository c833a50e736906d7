import { firstKeptDay, NEXT_PURGE_MS, oldestKept } from '#server/retention.ts'
import type { Core } from '#server/core.ts'
import { forgetDays } from '#server/features/catalogue/platform-facts.sql.ts'
import { forgetVideos } from './channel-videos.sql.ts'

/** Deletes what pages of channels kept of the platform for as long as its terms allow: last videos, and subscribers by day. */
export async function purgeChannelPages(app: Core): Promise<void> {
  await forgetVideos(app.db, oldestKept(app, NEXT_PURGE_MS))
  await forgetDays(app.db, firstKeptDay(app, NEXT_PURGE_MS))
}
