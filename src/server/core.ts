import { Gauge } from 'prom-client'
import type { App } from './app.ts'
import type { Part } from './feature.ts'
import { countJobs } from './jobs/jobs.ts'
import { mailJob } from './jobs/send-mail.ts'

/** The parts below the features that have tables, jobs or metrics of their own. */
export const core: readonly Part[] = [
  { name: 'db', tables: ['installation', 'schema_code', 'schema_migration'], metrics: [countConnections] },
  { name: 'jobs', jobs: [mailJob], metrics: [countJobs] },
  { name: 'limits', tables: ['rate_limit'] },
  { name: 'people', tables: ['used_nonce'] },
  { name: 'adapters/captcha', tables: ['solved_captcha'] },
  { name: 'adapters/videos', tables: ['platform_quota'] },
]

function countConnections({ pool }: Pick<App, 'pool'>): Gauge {
  return new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state; waiting counts callers that wait for one',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}
