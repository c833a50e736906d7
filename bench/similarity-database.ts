import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type { App } from '#server/app.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { openApp } from './search-catalogue.ts'

/** The product on an empty database, which is removed afterwards. */
export async function withEmptyApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-similarity-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  // PostgreSQL may run as another user, who must be able to enter.
  await chmod(dataDir, 0o711)
  process.env['DATA_DIR'] = dataDir
  const log = pino({ level: 'warn' })
  const { url } = stack.use(await openEmbeddedPostgres({ dataDir, role: 'tool', log, settings: {} }))
  await migrate(url)
  const app = stack.use(openApp(url, 2))
  return await work(app)
}
