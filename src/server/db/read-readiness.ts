import type pg from 'pg'
import { isDatabaseAway, openPool } from './connect.ts'

/** The state of each part, for monitoring. */
export interface Parts {
  /** `readonly`: the server behind DATABASE_URL accepts no writes, so it is a replica. */
  readonly primary: 'ok' | 'away' | 'readonly'
  /** In the order of DATABASE_REPLICA_URLS. `late`: further behind than REPLICA_MAX_LAG. */
  readonly replicas: readonly ('ok' | 'late' | 'away')[]
  /** `late`: a job has been due for five minutes and has not started. */
  readonly jobs: 'ok' | 'late' | 'unknown'
  /** `late`: an email has been waiting for two minutes. */
  readonly emails: 'ok' | 'late' | 'unknown'
}

export interface Readiness {
  /** Answers within five seconds, whatever is away. */
  read(): Promise<Parts>
  close(): Promise<void>
}

interface LateRow {
  readonly jobsAreLate: boolean
  readonly emailsAreLate: boolean
}

const STATEMENT_MS = 1_000

const READ_PRIMARY = `select current_setting('transaction_read_only')::boolean as "isReadOnly"`

// Emails are retried, so their age counts; other jobs start when they are due.
const READ_LATE = `select
  exists (select from pgboss.job where name = any($1) and state in ('created', 'retry', 'active')
    and created_on < now() - interval '2 minutes') as "emailsAreLate",
  exists (select from pgboss.job where name <> all($1) and name not like '\\_\\_pgboss%'
    and state in ('created', 'retry') and start_after < now() - interval '5 minutes') as "jobsAreLate"`

/**
 * Uses its own connections, one per server, so that a busy pool does not look like an outage.
 * @param emailQueues the names of the queues whose jobs send emails
 * @param isLate whether the replica of that number is too far behind
 */
export function openReadiness(
  primaryUrl: string,
  replicaUrls: readonly string[],
  emailQueues: readonly string[],
  isLate: (number: number) => boolean,
): Readiness {
  const [primary, ...replicas] = [primaryUrl, ...replicaUrls].map((url) =>
    openPool(url, { max: 1, onLost: () => undefined, statementMs: STATEMENT_MS }),
  ) as [pg.Pool, ...pg.Pool[]]
  let reading: Promise<Parts> | null = null

  async function readPrimary(): Promise<Omit<Parts, 'replicas'>> {
    const unknown = { jobs: 'unknown', emails: 'unknown' } as const
    try {
      const { rows } = await primary.query<{ readonly isReadOnly: boolean }>(READ_PRIMARY)
      const state = rows[0]?.isReadOnly === true ? 'readonly' : 'ok'
      return { primary: state, ...(await readLate().catch(() => unknown)) }
    } catch (error) {
      return { primary: isDatabaseAway(error) ? 'away' : 'ok', ...unknown }
    }
  }

  // Separate from the primary's own state: a long or locked queue must not take every server out of service.
  async function readLate(): Promise<Pick<Parts, 'jobs' | 'emails'>> {
    const { rows } = await primary.query<LateRow>(READ_LATE, [emailQueues])
    const [row] = rows
    return {
      jobs: row?.jobsAreLate === true ? 'late' : 'ok',
      emails: row?.emailsAreLate === true ? 'late' : 'ok',
    }
  }

  async function readAll(): Promise<Parts> {
    const [ofPrimary, ...ofReplicas] = await Promise.all([
      readPrimary(),
      ...replicas.map((pool, index) =>
        pool.query('select 1').then(
          () => (isLate(index + 1) ? ('late' as const) : ('ok' as const)),
          () => 'away' as const,
        ),
      ),
    ])
    return { ...ofPrimary, replicas: ofReplicas }
  }

  return {
    // Concurrent callers share one query.
    read: () => (reading ??= readAll().finally(() => (reading = null))),
    async close() {
      await Promise.all([primary, ...replicas].map((pool) => pool.end()))
    },
  }
}
