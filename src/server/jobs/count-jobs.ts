import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { gaugeOfDatabase } from '#server/database-metrics.ts'

interface JobCount {
  readonly queue: string
  readonly state: string
  readonly jobs: number
  /** The longest time (s) that one is due and has not started. */
  readonly late: number | null
  /** The age (s) of the oldest, from when it was queued. */
  readonly age: number | null
}

export const countedJobs = gaugeOfDatabase({
  name: 'jobs',
  help: 'Jobs that are not done, by queue and state',
  labelNames: ['queue', 'state'],
  read: countJobs,
  values: (counts) => counts.map(({ queue, state, jobs }) => [{ queue, state }, jobs]),
})

export const latestJobs = gaugeOfDatabase({
  name: 'jobs_late_seconds',
  help: 'How long the oldest job of a queue is due without having started',
  labelNames: ['queue'],
  read: countJobs,
  values: (counts) => oldest(counts, ({ late }) => late),
})

export const oldestJobs = gaugeOfDatabase({
  name: 'jobs_oldest_seconds',
  help: 'How long ago the oldest job of a queue that is not done was queued; of the queues mail, resetLink and loginCode, the age of the oldest email that is not sent',
  labelNames: ['queue'],
  read: countJobs,
  values: (counts) => oldest(counts, ({ age }) => age),
})

function oldest(counts: readonly JobCount[], read: (count: JobCount) => number | null) {
  return [...Map.groupBy(counts, ({ queue }) => queue)].map(
    ([queue, states]) => [{ queue }, Math.max(0, ...states.map((count) => read(count) ?? 0))] as const,
  )
}

// The queue's own times are those of the database. A failed job has ended: it is not tried again.
export async function countJobs(db: Db): Promise<readonly JobCount[]> {
  const { rows } = await sql<JobCount>`
    select name as queue, state::text, count(*)::int as jobs,
      extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry')))::float as late,
      extract(epoch from now() - min(created_on) filter (where state <> 'failed'))::float as age
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name, state`.execute(db)
  return rows
}
