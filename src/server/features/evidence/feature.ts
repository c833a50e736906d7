import type { Feature } from '#server/feature.ts'
import { FREQUENT, SCHEDULED } from '#server/jobs/job.ts'
import { checkContacts } from './check-contacts.ts'
import { contactsByResult, countChecks, domainsAsked, oldestCheck, purgeMailDomains } from './count-checks.ts'
import { evidenceInvariants } from './evidence-invariants.sql.ts'
import { evidenceRoutes } from './evidence.routes.ts'
import { makeTrustStatistics } from './make-trust-statistics.ts'
import { refusedJob } from './note-bounce.ts'
import { returnObjectedJob } from './return-uses.ts'
import { reportsData } from './reports-data.sql.ts'
import { purgeEvidence } from './reports.sql.ts'

/** What is known of a contact before it is bought, and the uses that come back when it does not work. */
export const evidence = {
  name: 'evidence',
  routes: evidenceRoutes,
  tables: ['mail_domain', 'contact_check_count', 'bad_contact_report', 'trust_statistics'],
  jobs: [
    { name: 'check_contacts', cron: '8-59/10 * * * *', options: FREQUENT, run: (app) => checkContacts(app) },
    { name: 'count_contact_checks', cron: '27 * * * *', options: SCHEDULED, run: countChecks },
    { name: 'purge_mail_domains', cron: '23 4 * * *', options: SCHEDULED, run: purgeMailDomains },
    refusedJob,
    returnObjectedJob,
    {
      name: 'purge_evidence',
      cron: '47 3 * * *',
      options: SCHEDULED,
      run: ({ db, clock }) => purgeEvidence(db, clock.now()),
    },
    {
      name: 'make_trust_statistics',
      cron: '23 4 * * *',
      options: SCHEDULED,
      run: (app) => makeTrustStatistics(app),
    },
  ],
  invariants: evidenceInvariants,
  personalData: [reportsData],
  commands: ['reports', 'bounces'],
  metrics: [contactsByResult, oldestCheck, domainsAsked],
} as const satisfies Feature<'evidence'>
