import type { Feature } from '#server/feature.ts'
import { FREQUENT, SCHEDULED } from '#server/jobs/job.ts'
import { countNew } from './count-new.ts'
import { mailNew } from './mail-new.ts'
import { savedSearchesData } from './saved-searches-data.sql.ts'
import { savedSearchesRoutes } from './saved-searches.routes.ts'

/** Searches that are saved by name, and what is new in them: on the page, and by email. */
export const savedSearches = {
  name: 'saved-searches',
  routes: savedSearchesRoutes,
  tables: ['saved_search', 'search_digest'],
  jobs: [
    { name: 'count_new_channels', cron: '*/10 * * * *', options: FREQUENT, run: countNew },
    { name: 'mail_new_channels', cron: '0 8 * * *', options: SCHEDULED, run: mailNew },
  ],
  personalData: [savedSearchesData],
} as const satisfies Feature<'saved-searches'>
