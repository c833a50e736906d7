import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import type { App } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { createApp } from '#start/compose.ts'
import { importChannels, type ImportOptions } from '#server/features/import/import-channels.ts'
import type { ImportReport } from '#server/features/import/show-report.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { TestClock } from '#test/support/test-clock.ts'

/** A catalogue of its own, and files to import into it. */
export interface ImportBench extends AsyncDisposable {
  readonly app: App & { readonly clock: TestClock }
  readonly databaseUrl: string
  readonly folder: string
  /** Writes a file and imports it. */
  importText(
    content: string | Uint8Array,
    options?: Partial<ImportOptions> & { readonly name?: string },
  ): Promise<ImportReport>
  importFile(path: string, options?: Partial<ImportOptions>): Promise<ImportReport>
  /** The lines of a report's quarantine file. */
  quarantined(
    report: ImportReport,
  ): Promise<readonly { line: number; reason: string; row?: Record<string, string>; text?: string }[]>
  /** Empties the catalogue and the records of refused rows. */
  clear(): Promise<void>
  rows<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>
}

/** When each test file was last written, unless its name, columns or options say otherwise. */
export const WRITTEN_AT = new Date('2026-03-01T00:00:00Z')

export async function createImportBench(): Promise<ImportBench> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'channelbook-import-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const quarantine = join(folder, 'quarantine')
  const clock = new TestClock()
  const config = readConfig({ APP_SECRET: 'a secret of tests, long enough to be one' })
  const log = pino({ level: 'silent' })
  const app = {
    ...stack.use(createApp(config, { databaseUrl: database.url, smtpUrl: 'smtp://127.0.0.1:9', clock, log })),
    clock,
  }
  const { pool } = app.databases
  const importFile: ImportBench['importFile'] = (path, options = {}) =>
    importChannels(app, path, { quarantine, ...options })
  const owned = stack.move()
  return {
    app,
    databaseUrl: database.url,
    folder,
    importFile,
    async importText(content, { name = 'list.csv', ...options } = {}) {
      const path = join(folder, name)
      await writeFile(path, content)
      await utimes(path, WRITTEN_AT, WRITTEN_AT)
      return importFile(path, options)
    },
    async quarantined({ quarantine: kept }) {
      if (kept === null) return []
      const text = await readFile(kept, 'utf8')
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    },
    async clear() {
      await pool.query(
        'delete from channel; delete from address; delete from suppression; delete from import_run',
      )
      await rm(quarantine, { recursive: true, force: true })
    },
    rows: async (sql, values) => (await pool.query(sql, values)).rows,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
