import type { Feature } from '#server/feature.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { purgeShown } from './note-shown.ts'
import { searchRoutes } from './search.routes.ts'

/** Search and filters over the catalogue. */
export const search = {
  name: 'search',
  routes: searchRoutes,
  tables: ['shown_channel'],
  metrics: [({ metrics }) => metrics.searchStages],
  jobs: [{ name: 'purge_shown_channels', cron: '17 * * * *', options: SCHEDULED, run: purgeShown }],
} as const satisfies Feature<'search'>
