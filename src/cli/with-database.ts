import { type Logger, pino } from 'pino'
import { type Config, readConfig } from '#server/config/config.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import type { ClusterRole } from '#server/db/embedded/session.ts'

interface OpenedDatabase {
  readonly config: Config
  readonly url: string
  readonly log: Logger
}

/**
 * Runs a command on the configured database as it is, without migrations. In the role `server` it has an embedded database
 * to itself.
 */
export async function withDatabase<T>(
  role: ClusterRole,
  work: (opened: OpenedDatabase) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env)
  const log = pino({ level: 'warn' }, pino.destination(2))
  const given = config.databaseMigrationUrl ?? config.databaseUrl
  if (given !== null) return work({ config, url: given, log })
  await using postgres = await openEmbeddedPostgres({ dataDir: config.dataDir, role, log })
  return await work({ config, url: postgres.url, log })
}
