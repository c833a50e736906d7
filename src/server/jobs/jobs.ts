import { fromKysely, type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type Sealer, sealer } from '#server/config/seal.ts'
import { isDatabaseAway, type Tx } from '#server/db/connect.ts'
import type { PrimaryWatch } from '#server/db/watch-primary.ts'
import { describeError } from '#server/describe-error.ts'
import type { Job, Queue } from './job.ts'

/** Work that is done later and survives restarts. Only the server works on jobs; everything may queue them. */
export interface Jobs {
  /** Queues a job when the caller's transaction commits, and not at all when it does not. */
  enqueue<Payload>(tx: Tx, job: Job<never, Payload>, payload: NoInfer<Payload>): Promise<void>
  /** Begins to work on jobs; those that run by themselves are left out when not `isScheduled`. */
  start<Needs>(
    jobs: readonly Job<Needs, never>[],
    needs: Needs,
    options?: { readonly isScheduled: boolean },
  ): Promise<void>
  /** Lets running jobs finish, 5 s at most. */
  close(): Promise<void>
}

interface JobsOptions {
  readonly databaseUrl: string
  /** Of every job that there is. */
  readonly queues: readonly Queue[]
  readonly secret: Buffer
  readonly log: Logger
  /** Told when jobs find the database away. */
  readonly primary?: PrimaryWatch | undefined
}

/**
 * What a server that dies leaves undone is taken up by another: its jobs are given up when they have had no sign of life for
 * so long, which is looked for every so many seconds. A letter is on its way again within 60 s: after a crash just behind a
 * look, 20 s and two more looks, then 4 s before the next try and 2 s until it is read.
 */
export const CRASH = { heartbeatSeconds: 20, lookSeconds: 10 } as const

/** One that works for longer, though alive, is taken for stuck: a full batch of letters to a mail server that is silent takes 7 min. */
const STUCK_SECONDS = 900

/** How a queue is read: at once when told of a job, else every 2 s; several jobs at a time, each with its own outcome. */
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
  /** Null for a job that runs by the clock. */
  readonly data: { readonly sealed: string } | null
}

/** Opens nothing until the first job is queued or work starts. */
export function openJobs({ databaseUrl, queues, secret, log, primary }: JobsOptions): Jobs {
  const seal = sealer(secret, 'jobs')
  let opening: Promise<PgBoss> | null = null

  function open(isWorker: boolean, isScheduled = false): Promise<PgBoss> {
    return (opening ??= openQueue({ databaseUrl, queues, log, primary, isWorker, isScheduled }))
  }

  return {
    async enqueue(tx, job, payload) {
      const boss = await open(false)
      // Mails carry codes and links: whoever reads the queue, or a backup of it, must not learn them.
      await boss.send(job.name, { sealed: seal.close(JSON.stringify(payload)) }, { db: fromKysely(tx) })
    },
    async start(jobs, needs, { isScheduled } = { isScheduled: true }) {
      const boss = await open(true, isScheduled)
      for (const job of jobs) await workOn(boss, job, { needs, seal, log, primary })
    },
    async close() {
      const boss = await opening?.catch(() => null)
      if (boss === null || boss === undefined) return
      // Workers first: they finish what runs and write its outcome. The queue's own waiting looks only twice a second.
      const isDone = Promise.all(queues.map(({ name }) => boss.offWork(name, { wait: true })))
      await Promise.race([isDone, patience(CLOSE_MS)])
      await boss.stop({ graceful: false })
    },
  }
}

async function workOn<Needs>(
  boss: PgBoss,
  { name, cron, run }: Job<Needs, never>,
  {
    needs,
    seal,
    log,
    primary,
  }: Pick<JobsOptions, 'log' | 'primary'> & { readonly needs: Needs; readonly seal: Sealer },
): Promise<void> {
  async function runOne({ id, data }: QueuedJob): Promise<JobResult> {
    try {
      // Whoever queued it gave what this job is given.
      await run(needs, (data === null ? null : JSON.parse(seal.open(data.sealed))) as never)
      return { id, status: 'completed' }
    } catch (error) {
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
  if (cron !== undefined) await boss.schedule(name, cron, null, { tz: 'Europe/Moscow' })
}

/** Passed to the driver: a frozen server is waited for no longer than this (ms). */
const WAITING = { connectionTimeoutMillis: 3_000, statement_timeout: 15_000, query_timeout: 16_000 }

/** The queue with its settings up to date; one that is no worker only queues. */
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
  /** Statements may take as long as they need, as those of a new version of the queue. */
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
  for (const { name, options: own } of queues) {
    const options = {
      ...own,
      heartbeatSeconds: CRASH.heartbeatSeconds,
      expireInSeconds: STUCK_SECONDS,
    }
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
  }
  return boss
}

/** The queue hands most errors on as plain copies. */
function asError(given: Partial<Error>): Error {
  return given instanceof Error ? given : Object.assign(new Error(given.message), given)
}

function patience(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
