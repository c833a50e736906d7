import type { Feature } from '#server/feature.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { evidenceInvariants } from './evidence-invariants.sql.ts'
import { evidenceRoutes } from './evidence.routes.ts'
import { makeTrustFigures } from './make-trust-figures.ts'
import { settleAgreedJob } from './report-contact.ts'
import { returnObjectedJob } from './return-uses.ts'
import { reportsData } from './reports-data.sql.ts'
import { purgeEvidence } from './reports.sql.ts'

/** What is known of a contact before it is bought, and the uses that come back when it does not work. */
export const evidence = {
  name: 'evidence',
  routes: evidenceRoutes,
  tables: ['bad_contact_report', 'use_return', 'trust_figures'],
  jobs: [
    settleAgreedJob,
    returnObjectedJob,
    {
      name: 'purge_evidence',
      cron: '47 3 * * *',
      options: SCHEDULED,
      run: ({ db, clock }) => purgeEvidence(db, clock.now()),
    },
    {
      name: 'make_trust_figures',
      cron: '23 4 * * *',
      options: SCHEDULED,
      run: (app) => makeTrustFigures(app),
    },
  ],
  invariants: evidenceInvariants,
  personalData: [reportsData],
} as const satisfies Feature<'evidence'>
