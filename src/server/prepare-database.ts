import type { Logger } from 'pino'
import { type Clock, systemClock } from './clock.ts'
import { grantRights } from './db/grant-rights.ts'
import { migrate } from './db/migrate.ts'
import { jobs as queues } from './features.ts'
import { openQueue } from './jobs/jobs.ts'

interface PrepareOptions {
  /** What the server connects to. */
  readonly url: string
  /** The same database as the owner of its tables; null when the server's own role is that. */
  readonly migrationUrl: string | null
  readonly log: Logger
  readonly clock?: Clock
}

/**
 * Brings the schema up to date. With an owner of its own, that one makes the job queue's schema too, and the server's role
 * gets its rights of both.
 */
export async function prepareDatabase({
  url,
  migrationUrl,
  log,
  clock = systemClock,
}: PrepareOptions): Promise<void> {
  await migrate(migrationUrl ?? url, { clock })
  if (migrationUrl === null) return
  const queue = await openQueue({ databaseUrl: migrationUrl, queues, log, isWorker: false, isPatient: true })
  await queue.stop({ graceful: false })
  await grantRights(migrationUrl, url)
}
