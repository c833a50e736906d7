import type { Feature } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'
import { FREQUENT, SCHEDULED } from '#server/jobs/job.ts'
import { checkContacts } from './check-contacts.ts'
import { contactsByResult, countChecks, domainsAsked, oldestCheck, purgeMailDomains } from './count-checks.ts'
import { decideByHand } from './decide-report.ts'
import { evidenceInvariants } from './evidence-invariants.sql.ts'
import { evidenceRoutes } from './evidence.routes.ts'
import { makeTrustStatistics } from './make-trust-statistics.ts'
import { refusedJob } from './note-bounce.ts'
import { findReport, openReports, reportedContact } from './open-reports.sql.ts'
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
  commands: {
    // What was pasted may hold addresses, so a list of many does not have it.
    'reports list': async ({ db }, _by, { limit }) =>
      (await openReports(db, limit)).map(({ evidence: _, ...report }) => report),
    async 'reports show'({ db }, _by, { report }) {
      const found = await findReport(db, report)
      if (found === undefined) throw new Refusal('no_such_report')
      return { ...found, contact: await reportedContact(db, found.contactId) }
    },
    'reports decide': async (core, by, { report, decision }) => ({
      outcome: await decideByHand(core, by, { reportId: report, isCredited: decision === 'credit' }),
    }),
  },
  metrics: [contactsByResult, oldestCheck, domainsAsked],
} as const satisfies Feature<'evidence'>
