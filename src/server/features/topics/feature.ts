import type { Feature } from '#server/feature.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { countWords } from './count-words.ts'
import { topicsRoutes } from './topics.routes.ts'

/** What channels' recent titles are about: kept by the refresh, searched by topic. */
export const topics = {
  name: 'topics',
  routes: topicsRoutes,
  tables: ['channel_recent', 'topic_word'],
  jobs: [{ name: 'count_title_words', cron: '47 * * * *', options: SCHEDULED, run: countWords }],
} as const satisfies Feature<'topics'>
