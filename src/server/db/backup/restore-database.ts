import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg, { type Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  type BackupHeader,
  type BackupJob,
  type BackupReader,
  type BackupTable,
  createBackupReader,
  DamagedBackup,
  FORMAT,
  listTables,
} from './format.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { singleConnection } from '#server/db/connect.ts'

export interface RestoreOptions {
  /** The database to fill. It must be empty: new, or set up but never used. */
  readonly url: string
  readonly file: string
  /** Called with the fingerprint of the application's secret before anything is written; throws to refuse. */
  readonly checkSecret: (fingerprint: string | null) => void
  /** Queues the waiting jobs, if any, within the transaction of `client`. */
  readonly queueJobs: (jobs: readonly BackupJob[], client: Client) => Promise<void>
}

export interface RestoreSummary {
  readonly tables: number
  readonly rows: number
  /** When the backup was made, ISO 8601. */
  readonly createdAt: string
}

/**
 * Fills an empty database from a backup: migrates its schema to the backup's version, then in one transaction fills it,
 * compares counts and checksums and builds the search structures. A failure leaves the database as empty as before. The
 * functions of a backup of an earlier version may not fit its tables, so there the schema is migrated and the search built
 * after the commit; a failure of that says so.
 * @throws Error with one sentence when the file is not a complete backup or does not fit this program or database
 */
export async function restoreDatabase(options: RestoreOptions): Promise<RestoreSummary> {
  const { url, file } = options
  const content = createGunzip()
  // Its errors also end the reading below.
  pipeline(createReadStream(file), content).catch(() => undefined)
  const reader = createBackupReader(content)
  const client = singleConnection({ connectionString: url, application_name: 'channelbook-restore' })
  try {
    const header = await readHeader(reader)
    options.checkSecret(header.secretFingerprint)
    await client.connect()
    await migrateTo(header.migrations, url, client)
    await client.query('begin')
    await fill(client, header, reader, options)
    const isOfThisVersion = header.migrations.length === (await readMigrations()).length
    if (isOfThisVersion) await finish(client, header)
    await client.query('commit')
    if (!isOfThisVersion) await migrateFilled(url, client, header)
    await client.query('analyze')
    const rows = header.tables.reduce((sum, table) => sum + table.rows, 0)
    return { tables: header.tables.length, rows, createdAt: header.createdAt }
  } catch (error) {
    throw inOneSentence(error, file)
  } finally {
    content.destroy()
    // Closing the connection discards everything uncommitted.
    await client.end()
  }
}

/** Builds the search structures, and records the backup's secret. */
async function finish(client: Client, { secretFingerprint }: BackupHeader): Promise<void> {
  await client.query('select search_rebuild()')
  // A database that a server has started on may know another secret, on which nothing depends.
  await client.query('delete from installation')
  await client.query('insert into installation (secret_fingerprint) select $1::text where $1 is not null', [
    secretFingerprint,
  ])
}

async function migrateFilled(url: string, client: Client, header: BackupHeader): Promise<void> {
  try {
    await migrate(url)
    await finish(client, header)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The data is restored, but bringing it to this version failed: ${reason}. Empty the database and restore again.`,
      { cause: error },
    )
  }
}

async function readHeader(reader: BackupReader): Promise<BackupHeader> {
  const header = (await reader.line()) as unknown as BackupHeader
  if (header.product !== 'channelbook') throw new DamagedBackup('it is something else')
  if (header.format !== FORMAT)
    throw new Error(`This backup has the format ${header.format}, this program reads ${FORMAT}.`)
  return header
}

async function migrateTo(migrations: readonly string[], url: string, client: Client): Promise<void> {
  const known = new Set((await readMigrations()).map(({ name }) => name))
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new Error(
      `This backup is of another version: it has the migration ${unknown}, which this program does not know.`,
    )
  await migrate(url, { wanted: migrations })
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  if (rows.length > migrations.length) {
    throw new Error(
      'This backup is of an earlier version: restore it into a database that was never used, not even set up.',
    )
  }
}

async function fill(
  client: Client,
  header: BackupHeader,
  reader: BackupReader,
  options: RestoreOptions,
): Promise<void> {
  for (const { name } of await listTables(client)) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`)
    if (rowCount !== 0)
      throw new Error('The database is not empty: restore into a new one, or set another DATA_DIR.')
  }
  for (const table of header.tables) await fillTable(client, table, reader)
  const jobs = (await reader.line())['jobs'] as readonly BackupJob[] | undefined
  const sequences = (await reader.line())['sequences'] as
    | readonly { name: string; lastValue: string }[]
    | undefined
  const { end } = await reader.line()
  if (jobs === undefined || sequences === undefined || end !== true)
    throw new DamagedBackup('its end is missing')
  await reader.finish()
  for (const { name, lastValue } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint)', [pg.escapeIdentifier(name), lastValue])
  }
  if (jobs.length > 0) await options.queueJobs(jobs, client)
}

async function fillTable(client: Client, table: BackupTable, reader: BackupReader): Promise<void> {
  if ((await reader.line())['table'] !== table.name)
    throw new DamagedBackup(`its table ${table.name} is missing`)
  const name = pg.escapeIdentifier(table.name)
  const columns = table.columns.map(pg.escapeIdentifier).join(', ')
  const hash = createHash('sha256')
  let said = await reader.line()
  async function* rows(): AsyncGenerator<Buffer> {
    for (; typeof said['bytes'] === 'number'; said = await reader.line()) {
      const piece = await reader.bytes(said['bytes'])
      hash.update(piece)
      yield piece
    }
  }
  try {
    // Triggers guard and derive what the rows already contain; they ran when the rows were written.
    await client.query(`alter table ${name} disable trigger user`)
    const copy = client.query(copyFrom(`copy ${name} (${columns}) from stdin`))
    await pipeline(rows, copy)
    await client.query(`alter table ${name} enable trigger user`)
    if (hash.digest('hex') !== said['sha256'] || copy.rowCount !== table.rows)
      throw new DamagedBackup(`its table ${table.name} is not what was written`)
  } catch (error) {
    // Class 22 and 23: invalid values, or rows that contradict each other; 42: no such table or column.
    if (!/^(22|23|42)/.test((error as { code?: string }).code ?? '')) throw error
    throw new DamagedBackup(`its table ${table.name} makes no sense`, { cause: error })
  }
}

function inOneSentence(error: unknown, file: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'ENOENT') return new Error(`There is no file ${file}.`, { cause: error })
  if (error instanceof DamagedBackup || code.startsWith('Z_')) {
    const reason = error instanceof DamagedBackup ? error.message : 'its compression is broken'
    return new Error(`${file} is not a whole backup of Channelbook: ${reason}.`, { cause: error })
  }
  return error
}
