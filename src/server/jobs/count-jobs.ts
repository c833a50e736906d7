import { Gauge } from 'prom-client'
import type { App } from '#server/app.ts'

export function countJobs({ pool }: Pick<App, 'pool'>): Gauge {
  return new Gauge({
    name: 'jobs',
    help: 'Jobs that are not done, by queue and state; absent while the database is away',
    labelNames: ['queue', 'state'],
    registers: [],
    async collect() {
      this.reset()
      const { rows } = await pool.query<JobCount>(COUNT_JOBS).catch(() => ({ rows: [] }))
      for (const { queue, state, count } of rows) this.set({ queue, state }, count)
    },
  })
}

interface JobCount {
  readonly queue: string
  readonly state: string
  readonly count: number
}

const COUNT_JOBS = `select name as queue, state::text, count(*)::int from pgboss.job
  where state in ('created', 'retry', 'active', 'failed') group by name, state`
