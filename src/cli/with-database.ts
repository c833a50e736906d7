import { type Logger, pino } from 'pino'
import type { App } from '#server/app.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { createApp } from '#start/compose.ts'
import { checkSecret } from '#server/db/check-secret.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import type { ClusterRole } from '#server/db/embedded/session.ts'
import { prepareDatabase } from '#start/prepare-database.ts'

interface OpenedDatabase {
  readonly config: Config
  readonly url: string
  readonly log: Logger
}

/** The configuration of the commands, which is that of the server. */
export function readOwnConfig(): Config {
  return readConfig(process.env)
}

/**
 * Runs a command on the configured database as it is, without migrations: that of DATABASE_URL, or the embedded one of
 * DATA_DIR, which it shares with a running server and otherwise starts and stops. In the role `server` it has an embedded
 * database to itself.
 */
export async function withDatabase<T>(
  role: ClusterRole,
  work: (opened: OpenedDatabase) => Promise<T>,
): Promise<T> {
  const config = readOwnConfig()
  const log = pino({ level: 'warn' }, pino.destination(2))
  const given = config.databaseMigrationUrl ?? config.databaseUrl
  if (given !== null) return work({ config, url: given, log })
  await using postgres = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    memory: config.embeddedMemory,
    role,
    log,
  })
  return await work({ config, url: postgres.url, log })
}

/** The command line sends no mail: it queues jobs, and the server sends them. */
const NO_SMTP = 'smtp://127.0.0.1:9'

/**
 * Runs a command on the configured database with all that a use case needs. Migrates the schema first, and uses the rights
 * of the tables' owner, which imports need.
 */
export function withApp<T>(work: (app: App, database: { readonly url: string }) => Promise<T>): Promise<T> {
  return withDatabase('tool', async ({ config, url, log }) => {
    const { databaseUrl, databaseMigrationUrl: migrationUrl, smtpUrl } = config
    await prepareDatabase({ url: databaseUrl ?? url, migrationUrl, log })
    await using app = createApp(config, { databaseUrl: url, smtpUrl: smtpUrl ?? NO_SMTP, log })
    await checkSecret(app.db, config, app.secret)
    return await work(app, { url })
  })
}
