import type { Feature } from '#server/feature.ts'
import { channelsRoutes } from './channels.routes.ts'

/** The page of a channel: what is known about it, its last videos, and reports that it still publishes. */
export const channels = {
  name: 'channels',
  routes: channelsRoutes,
  tables: ['channel_videos', 'alive_report'],
} as const satisfies Feature<'channels'>
