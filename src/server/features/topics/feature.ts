import type { Feature } from '#server/feature.ts'
import { topicsRoutes } from './topics.routes.ts'

/** What channels' recent titles are about: kept by the refresh, searched by topic. */
export const topics = {
  name: 'topics',
  routes: topicsRoutes,
  tables: ['channel_recent', 'topic_word'],
} as const satisfies Feature<'topics'>
