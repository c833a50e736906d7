import type { Feature } from '#server/feature.ts'
import { NIGHTLY } from '#server/jobs/job.ts'
import { coPurchasesInvariants } from './co-purchases.sql.ts'
import { recommendationsData } from './recommendations-data.sql.ts'
import { recommendationsRoutes } from './recommendations.routes.ts'
import { renewAllCoPurchases } from './renew-co-purchases.ts'

/** Channels like another one or like those that a person has bought, each with its reasons. */
export const recommendations = {
  name: 'recommendations',
  routes: recommendationsRoutes,
  tables: ['dismissed_channel', 'recommendation_choice', 'co_purchase'],
  jobs: [
    {
      name: 'renew_co_purchases',
      cron: '53 3 * * *',
      options: NIGHTLY,
      run: renewAllCoPurchases,
    },
  ],
  invariants: coPurchasesInvariants,
  personalData: [recommendationsData],
} as const satisfies Feature<'recommendations'>
