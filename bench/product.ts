import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type { App } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { type AppOptions, createApp } from '#start/compose.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'

export const log = pino({ level: 'warn' })

export const JSON_HEADERS = { 'x-api-key': 'channelbook-web', 'content-type': 'application/json' }

/** The product on a database, with an unlimited rate of calls. */
export function openApp(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
  options: Partial<AppOptions> = {},
): App {
  const config = readConfig({ ...process.env, RATE_LIMITS: 'off', ...env })
  return createApp(config, {
    databaseUrl,
    smtpUrl: 'smtp://127.0.0.1:9',
    log,
    // Every login is a security event.
    securityDestination: { write: () => undefined },
    ...options,
  })
}

export interface EmptyDatabase extends AsyncDisposable {
  /** `postgres://...` with its password. */
  readonly url: string
  readonly dataDir: string
}

/**
 * A database with the product's tables, in a temporary folder that becomes DATA_DIR.
 * @param settings of PostgreSQL
 */
export async function openEmptyDatabase(
  settings: Readonly<Record<string, string>> = {},
): Promise<EmptyDatabase> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  // PostgreSQL may run as another user, who must be able to enter.
  await chmod(dataDir, 0o711)
  process.env['DATA_DIR'] = dataDir
  const { url } = stack.use(await openEmbeddedPostgres({ dataDir, role: 'tool', log, settings }))
  await migrate(url)
  const open = stack.move()
  return { url, dataDir, [Symbol.asyncDispose]: () => open.disposeAsync() }
}
