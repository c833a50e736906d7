import type { Feature } from '#server/feature.ts'
import { FREQUENT, SCHEDULED } from '#server/jobs/job.ts'
import { purgeStatistics } from './purge-statistics.ts'
import { snapshotStatistics } from './snapshot-statistics.ts'
import { statisticsRoutes } from './statistics.routes.ts'
import { trackingData } from './tracking-data.sql.ts'

/** Videos that people follow, and their numbers by day. */
export const statistics = {
  name: 'statistics',
  routes: statisticsRoutes,
  tables: ['video', 'video_statistics', 'tracking', 'missing_video'],
  jobs: [
    // The first run of a Europe/Moscow day does its work; the others do what was left by an outage or for want of quota.
    { name: 'snapshot', cron: '*/10 * * * *', options: FREQUENT, run: snapshotStatistics },
    { name: 'purge_statistics', cron: '37 * * * *', options: SCHEDULED, run: purgeStatistics },
  ],
  personalData: [trackingData],
} as const satisfies Feature<'statistics'>
