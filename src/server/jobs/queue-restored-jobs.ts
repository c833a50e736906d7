import type { ClientBase } from 'pg'
import type { Logger } from 'pino'
import type { BackupJob } from '#server/db/backup/format.ts'
import type { Queue } from './job.ts'
import { openQueue } from './jobs.ts'

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
