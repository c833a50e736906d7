import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { fromKysely, type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Histogram } from 'prom-client'
import { type Sealer, sealer } from '#server/config/secret.ts'
import type { BackupJob } from '#server/db/backup/format.ts'
import { isDatabaseAway, type Tx } from '#server/db/connect.ts'
import type { PrimaryWatch } from '#server/db/watch-primary.ts'
import { describeError } from '#server/describe-error.ts'
import { currentTrace, traced } from '#server/tracing.ts'
import type { AnyJob, Job, Queue } from './job.ts'

/** Deferred work that survives restarts. Every process may queue jobs; only the server runs them. */
export interface Jobs {
  /** Queues a job when the caller's transaction commits; a rollback discards it. */
  enqueue<Payload>(tx: Tx, job: Job<never, Payload>, payload: NoInfer<Payload>): Promise<void>
  /** Starts running jobs; without `isScheduled`, no scheduled ones. */
  start<Needs>(
    jobs: readonly AnyJob<Needs>[],
    needs: Needs,
    options?: { readonly isScheduled: boolean },
  ): Promise<void>
  /** Lets running jobs finish, for at most 5 s. */
  close(): Promise<void>
}

interface JobsOptions {
  readonly databaseUrl: string
  /** The queues of all jobs. */
  readonly queues: readonly Queue[]
  readonly secret: Buffer
  readonly log: Logger
  /** Times the jobs that run here. */
  readonly runs?: Histogram<'queue' | 'outcome'> | undefined
  /** Is notified when jobs find the database unreachable. */
  readonly primary?: PrimaryWatch | undefined
}

/**
 * Another server takes over the jobs of one that died: a job without a heartbeat for this time fails and is retried; the
 * check runs at this interval. An email is on its way again within 60 s: after a crash just behind a check, 20 s and
 * two more checks, then 4 s before the retry and 2 s until it is read.
 */
export const CRASH = { heartbeatSeconds: 20, lookSeconds: 10 } as const

/** A job that runs longer, though alive, counts as stuck: a full batch of emails to a silent mail server takes 7 min. */
const STUCK_SECONDS = 900

/**
 * How a queue is read: at once after a notification, otherwise every 2 s; several jobs at a time, each with its own
 * outcome.
 */
const READING = {
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
  batchSize: 20,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

const CLOSE_MS = 5_000

interface QueuedJob {
  readonly id: string
  /** Null for a scheduled job. `trace`: what queued it, while tracing is on. */
  readonly data: { readonly sealed: string; readonly trace?: string } | null
}

/** Opens nothing until the first job is queued or `start` is called. */
export function openJobs({ databaseUrl, queues, secret, log, runs, primary }: JobsOptions): Jobs {
  const seal = sealer(secret, 'jobs')
  let opening: Promise<PgBoss> | null = null

  function open(isWorker: boolean, isScheduled = false): Promise<PgBoss> {
    return (opening ??= openQueue({ databaseUrl, queues, log, primary, isWorker, isScheduled }))
  }

  return {
    async enqueue(tx, job, payload) {
      const boss = await open(false)
      // Emails carry codes and links, which nobody may learn from the queue or a backup of it.
      const trace = currentTrace()
      const data = { sealed: seal.close(JSON.stringify(payload)), ...(trace !== undefined && { trace }) }
      await boss.send(job.name, data, { db: fromKysely(tx) })
    },
    async start(jobs, needs, { isScheduled } = { isScheduled: true }) {
      const boss = await open(true, isScheduled)
      for (const job of jobs) await workOn(boss, job, { needs, isScheduled, seal, log, runs, primary })
    },
    async close() {
      const boss = await opening?.catch(() => null)
      if (boss === null || boss === undefined) return
      // Workers first: they finish what runs and store its outcome. The queue's own wait polls only twice a second.
      const isDone = Promise.all(queues.map(({ name }) => boss.offWork(name, { wait: true })))
      await Promise.race([isDone, pause(CLOSE_MS, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}

async function workOn<Needs>(
  boss: PgBoss,
  { name, cron, run }: AnyJob<Needs>,
  {
    needs,
    isScheduled,
    seal,
    log,
    runs,
    primary,
  }: Pick<JobsOptions, 'log' | 'runs' | 'primary'> & {
    readonly needs: Needs
    readonly isScheduled: boolean
    readonly seal: Sealer
  },
): Promise<void> {
  async function runOne({ id, data }: QueuedJob): Promise<JobResult> {
    const end = runs?.startTimer({ queue: name })
    try {
      await traced(
        () => ({ name: `job ${name}`, kind: 'consumer', parent: data?.trace }),
        // `enqueue` has checked the payload's type.
        () => run(needs, (data === null ? null : JSON.parse(seal.open(data.sealed))) as never),
      )
      end?.({ outcome: 'done' })
      return { id, status: 'completed' }
    } catch (error) {
      end?.({ outcome: 'failed' })
      const isAway = isDatabaseAway(error)
      if (isAway) primary?.failed(error)
      const facts = { queue: name, job: id, error: describeError(error) }
      log[isAway ? 'debug' : 'warn'](facts, 'a job failed and will be tried again')
      return { id, status: 'failed' }
    }
  }
  await boss.work<QueuedJob['data'], unknown, typeof READING>(name, READING, (jobs) =>
    Promise.all(jobs.map(runOne)),
  )
  // What came due in an outage runs once after it.
  if (isScheduled && cron !== undefined)
    await boss.schedule(name, cron, null, { tz: 'Europe/Moscow', missed: 'once' })
}

/** Passed to the driver, in ms: the longest wait for a frozen server. */
const WAITING = { connectionTimeoutMillis: 3_000, statement_timeout: 15_000, query_timeout: 16_000 }

/** Opens the queue with its settings up to date; unless it is a worker, it only queues. */
export async function openQueue({
  databaseUrl,
  queues,
  log,
  primary,
  isWorker,
  isScheduled = false,
  isPatient = false,
}: Pick<JobsOptions, 'databaseUrl' | 'queues' | 'log' | 'primary'> & {
  readonly isWorker: boolean
  readonly isScheduled?: boolean
  /** Statements have no time limit: those of the queue's own migrations may take long. */
  readonly isPatient?: boolean
}): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'channelbook-jobs',
    max: 3,
    ...(isPatient ? {} : WAITING),
    supervise: isWorker,
    schedule: isScheduled,
    useListenNotify: isWorker,
    maintenanceIntervalSeconds: 300,
    superviseIntervalSeconds: CRASH.lookSeconds,
    monitorIntervalSeconds: CRASH.lookSeconds,
  })
  boss.on('error', (given) => {
    const error = asError(given)
    if (primary !== undefined && isDatabaseAway(error)) primary.failed(error)
    else log.warn({ error: describeError(error) }, 'the job queue has a problem')
  })
  await boss.start()
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const { name, options: own } of queues) {
    const options = {
      ...own,
      heartbeatSeconds: CRASH.heartbeatSeconds,
      expireInSeconds: STUCK_SECONDS,
    }
    const queue = existing.get(name)
    if (queue === undefined) await boss.createQueue(name, options)
    else if (!isSubset(options, queue)) await boss.updateQueue(name, options)
  }
  return boss
}

function isSubset(some: object, all: object): boolean {
  const values = new Map<string, unknown>(Object.entries(all))
  return Object.entries(some).every(([key, value]) => values.get(key) === value)
}

/** The queue passes most errors on as plain objects. */
function asError(given: Partial<Error>): Error {
  return given instanceof Error ? given : Object.assign(new Error(given.message), given)
}

interface QueueRestoredJobsOptions {
  readonly databaseUrl: string
  readonly queues: readonly Queue[]
  readonly log: Logger
  /** In a transaction: the jobs exist once it commits. */
  readonly client: ClientBase
}

/** Queues the jobs of a backup again, still sealed, with their original start times. */
export async function queueRestoredJobs(
  jobs: readonly BackupJob[],
  { databaseUrl, queues, log, client }: QueueRestoredJobsOptions,
): Promise<void> {
  const queue = await openQueue({ databaseUrl, queues, log, isWorker: false })
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  try {
    for (const [name, ofName = []] of Object.entries(Object.groupBy(jobs, (job) => job.name)))
      await queue.insert(name, [...ofName], { db })
  } finally {
    await queue.stop({ graceful: false })
  }
}
