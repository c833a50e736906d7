import { pino } from 'pino'
import type { App } from '#server/app.ts'
import { createApp } from '#server/create-app.ts'
import { readConfig } from '#server/config/config.ts'
import { checkSecret } from '#server/db/check-secret.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

/** The command line sends no mail: it queues jobs, and the server sends them. */
const NO_SMTP = 'smtp://127.0.0.1:9'

/**
 * Runs a command on the configured database: that of DATABASE_URL, or the embedded one of DATA_DIR, which it shares with a
 * running server and otherwise starts and stops. Migrates the schema first.
 */
export async function withApp<T>(
  work: (app: App, database: { readonly url: string }) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env)
  const log = pino({ level: 'warn' }, pino.destination(2))
  await using stack = new AsyncDisposableStack()
  let url = config.databaseUrl
  if (url === null) {
    const postgres = await openEmbeddedPostgres({ dataDir: config.dataDir, role: 'tool', log })
    stack.defer(() => postgres.close())
    url = postgres.url
  }
  await prepareDatabase({ url, migrationUrl: config.databaseMigrationUrl, log })
  // Imports need the rights of the tables' owner.
  url = config.databaseMigrationUrl ?? url
  const app = stack.use(createApp(config, { databaseUrl: url, smtpUrl: config.smtpUrl ?? NO_SMTP, log }))
  await checkSecret(app.db, config, app.secret)
  return await work(app, { url })
}
