import type { Feature } from '#server/feature.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { aliveReports } from './channels-data.sql.ts'
import { channelsRoutes } from './channels.routes.ts'
import { purgeChannelPages } from './purge-channel-pages.ts'

/** The page of a channel: what is known about it, its last videos, and reports that it still publishes. */
export const channels = {
  name: 'channels',
  routes: channelsRoutes,
  tables: ['channel_videos', 'alive_report'],
  jobs: [{ name: 'purge_channel_pages', cron: '47 * * * *', options: SCHEDULED, run: purgeChannelPages }],
  personalData: [aliveReports],
} as const satisfies Feature<'channels'>
