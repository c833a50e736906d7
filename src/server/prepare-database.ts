import type { Logger } from 'pino'
import { type Clock, systemClock } from './clock.ts'
import { grantRights } from './db/grant-rights.ts'
import { migrate } from './db/migrate.ts'
import { jobs as queues } from './features.ts'
import { openQueue } from './jobs/jobs.ts'

interface PrepareOptions {
  /** The server's connection. */
  readonly url: string
  /** The same database with the role that owns the tables; null when that is the server's own role. */
  readonly migrationUrl: string | null
  readonly log: Logger
  readonly clock?: Clock
}

/**
 * Migrates the schema. A separate owner also creates the job queue's schema, and the server's role is granted its rights in
 * both.
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
