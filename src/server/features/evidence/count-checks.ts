import { Counter, Gauge } from 'prom-client'
import type { App } from '#server/app.ts'
import { countContacts, readCounts } from './contact-checks.sql.ts'
import { deleteUnusedDomains } from './mail-domains.sql.ts'

/** A contact is checked every 30 days, so its domain is asked more often. */
const UNUSED_MS = 45 * 86_400_000

/** Counts contacts by result for the metrics. */
export async function countChecks({ db }: Pick<App, 'db'>): Promise<void> {
  await countContacts(db)
}

/** Deletes domains that have no contact any more. */
export async function purgeMailDomains({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await deleteUnusedDomains(db, new Date(clock.now().getTime() - UNUSED_MS))
}

export function contactsByResult({ db }: Pick<App, 'db'>): Gauge {
  return new Gauge({
    name: 'contacts',
    help: 'Contacts by what the last check found out, counted every hour; absent while the database is away',
    labelNames: ['verification'],
    registers: [],
    async collect() {
      this.reset()
      for (const { verification, contacts } of await readCounts(db).catch(() => []))
        this.set({ verification }, contacts)
    },
  })
}

export function oldestCheck({ db, clock }: Pick<App, 'db' | 'clock'>): Gauge {
  return new Gauge({
    name: 'contact_check_oldest_seconds',
    help: 'How old the oldest result is, as of the last hour; absent without one',
    registers: [],
    async collect() {
      this.remove()
      const counts = await readCounts(db).catch(() => [])
      const instants = counts.flatMap(({ oldestAt }) => oldestAt?.getTime() ?? [])
      if (instants.length > 0) this.set((clock.now().getTime() - Math.min(...instants)) / 1_000)
    },
  })
}

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
