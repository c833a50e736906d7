import type { Feature } from '#server/feature.ts'
import { FREQUENT, SCHEDULED } from '#server/jobs/job.ts'
import { checkContacts } from './check-contacts.ts'
import { contactsByResult, countChecks, domainsAsked, oldestCheck, purgeMailDomains } from './count-checks.ts'
import { evidenceInvariants } from './evidence-invariants.sql.ts'

/** What is known about a contact before it is paid for: whether mail can reach it. */
export const evidence = {
  name: 'evidence',
  tables: ['mail_domain', 'contact_check_count'],
  jobs: [
    { name: 'check_contacts', cron: '8-59/10 * * * *', options: FREQUENT, run: (app) => checkContacts(app) },
    { name: 'count_contact_checks', cron: '27 * * * *', options: SCHEDULED, run: countChecks },
    { name: 'purge_mail_domains', cron: '23 4 * * *', options: SCHEDULED, run: purgeMailDomains },
  ],
  invariants: evidenceInvariants,
  metrics: [contactsByResult, oldestCheck, domainsAsked],
} as const satisfies Feature<'evidence'>
