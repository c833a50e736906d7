import type { Feature } from '#server/feature.ts'
import { NIGHTLY } from '#server/jobs/job.ts'
import { purchasesData } from './purchases-data.sql.ts'
import { revealsInvariants } from './reveals-invariants.sql.ts'
import { revealsRoutes } from './reveals.routes.ts'
import { tellOwners } from './tell-owners.ts'

/** Contacts that are bought, and the records that people keep of them. */
export const reveals = {
  name: 'reveals',
  routes: revealsRoutes,
  tables: ['reveal', 'purchase'],
  jobs: [{ name: 'tell_owners', cron: '53 4 * * *', options: NIGHTLY, run: (app) => tellOwners(app) }],
  invariants: revealsInvariants,
  personalData: [purchasesData],
} as const satisfies Feature<'reveals'>
