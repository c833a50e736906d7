import { Counter } from 'prom-client'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { gaugeOfDatabase } from '#server/database-metrics.ts'
import { countContacts, readCounts } from './contact-checks.sql.ts'
import { deleteUnusedDomains } from './mail-domains.sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** A contact is checked every 30 days, so its domain is asked more often. */
const UNUSED_MS = 45 * DAY_MS

/** Counts contacts by result for the metrics. */
export async function countChecks({ db }: Core): Promise<void> {
  await countContacts(db)
}

/** Deletes domains that have no contact any more. */
export async function purgeMailDomains({ db, clock }: Core): Promise<void> {
  await deleteUnusedDomains(db, new Date(clock.now().getTime() - UNUSED_MS))
}

export const contactsByResult = gaugeOfDatabase({
  name: 'contacts',
  help: 'Contacts by what the last check found out, counted every hour',
  labelNames: ['verification'],
  read: readCounts,
  values: (counts) => counts.map(({ verification, contacts }) => [{ verification }, contacts]),
})

export const oldestCheck = gaugeOfDatabase({
  name: 'contact_check_oldest_seconds',
  help: 'How old the oldest result is, as of the last hour; absent without one',
  read: readCounts,
  values(counts, now) {
    const instants = counts.flatMap(({ oldestAt }) => oldestAt?.getTime() ?? [])
    return instants.length === 0 ? [] : [[{}, (now.getTime() - Math.min(...instants)) / 1_000]]
  },
})

export function domainsAsked({ dns }: Pick<App, 'dns'>): Counter {
  return new Counter({
    name: 'mail_domains_asked_total',
    help: 'Domains whose mail route was asked of the DNS, by answer; timeout, failure, refused, malformed and unreachable tell nothing',
    labelNames: ['answer'],
    registers: [],
    collect() {
      this.reset()
      for (const [answer, times] of dns.answers()) this.inc({ answer }, times)
    },
  })
}
