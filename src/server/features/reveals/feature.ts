import type { Feature } from '#server/feature.ts'
import { NIGHTLY, SCHEDULED } from '#server/jobs/job.ts'
import { listReveals } from './list-reveals.ts'
import { bulkRevealJob } from './reveal-in-bulk.ts'
import { purchasesData } from './purchases-data.sql.ts'
import { quotesData } from './quotes-data.sql.ts'
import { purgeQuotes } from './quotes.sql.ts'
import { revealsInvariants } from './reveals-invariants.sql.ts'
import { revealsRoutes } from './reveals.routes.ts'
import { tellOwners } from './tell-owners.ts'

/** Contacts that are bought, and the records that people keep of them. */
export const reveals = {
  name: 'reveals',
  routes: revealsRoutes,
  tables: ['reveal', 'purchase', 'reveal_quote', 'reveal_quote_line'],
  jobs: [
    { name: 'tell_owners', cron: '53 4 * * *', options: NIGHTLY, run: (app) => tellOwners(app) },
    bulkRevealJob,
    {
      name: 'purge_quotes',
      cron: '13 * * * *',
      options: SCHEDULED,
      run: ({ db, clock }) => purgeQuotes(db, clock.now()),
    },
  ],
  invariants: revealsInvariants,
  commands: { 'reveals list': listReveals },
  personalData: [purchasesData, quotesData],
} as const satisfies Feature<'reveals'>
