import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg, { type Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { isMissing, singleConnection } from '#server/db/connect.ts'
import { type BackupHeader, type BackupJob, type BackupTable, FORMAT, listTables } from './format.ts'

export interface BackupOptions {
  /** The database to read. */
  readonly url: string
  /** The file to write; must not exist. It is complete as soon as it exists. */
  readonly file: string
  readonly secretFingerprint: string | null
  /** ISO 8601, stored in the file. */
  readonly createdAt: string
}

export interface BackupSummary {
  readonly tables: number
  readonly rows: number
  /** Size of the file. */
  readonly bytes: number
}

/**
 * Writes the whole database to one file, as of one moment; the product can continue meanwhile. Of the queue it includes
 * only waiting jobs, and nothing of the search structures, which a restore rebuilds. Only the file's owner can read it.
 * @throws Error with one sentence when the file exists or the database was never set up
 */
export async function backupDatabase({ url, file, ...facts }: BackupOptions): Promise<BackupSummary> {
  if (existsSync(file)) throw new Error(`${file} already exists; choose another name.`)
  const client = singleConnection({ connectionString: url, application_name: 'channelbook-backup' })
  await client.connect()
  // An unpredictable name, under which nobody can have placed a file or a link: the file is created here, for its owner
  // alone.
  const draft = `${file}.${randomBytes(8).toString('hex')}.partial`
  try {
    await client.query('begin isolation level repeatable read, read only')
    const header = await describe(client, facts)
    const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(contents(client, header), createGzip(), output)
    await rename(draft, file)
    const rows = header.tables.reduce((sum, table) => sum + table.rows, 0)
    return { tables: header.tables.length, rows, bytes: (await stat(file)).size }
  } finally {
    await client.end()
    await rm(draft, { force: true })
  }
}

async function describe(
  client: Client,
  facts: Pick<BackupHeader, 'secretFingerprint' | 'createdAt'>,
): Promise<BackupHeader> {
  const { rows } = await client
    .query<{ name: string }>('select name from schema_migration order by name')
    .catch((error: unknown) => {
      if (!isMissing(error)) throw error
      throw new Error('There is nothing to back up: this database was never set up.', { cause: error })
    })
  const tables: BackupTable[] = []
  for (const table of await listTables(client)) {
    const counted = await client.query(`select count(*) as rows from ${pg.escapeIdentifier(table.name)}`)
    tables.push({ ...table, rows: Number(counted.rows[0].rows) })
  }
  return {
    product: 'channelbook',
    format: FORMAT,
    ...facts,
    migrations: rows.map(({ name }) => name),
    tables,
  }
}

const WAITING_JOBS = `
  select name, id, data, priority, to_json(start_after) as "startAfter" from pgboss.job
  where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' order by created_on`

const line = (content: object) => Buffer.from(`${JSON.stringify(content)}\n`)

async function* contents(client: Client, header: BackupHeader): AsyncGenerator<Buffer> {
  yield line(header)
  for (const { name, columns } of header.tables) {
    yield line({ table: name })
    const hash = createHash('sha256')
    const list = columns.map(pg.escapeIdentifier).join(', ')
    const copy = client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${list}) to stdout`))
    for await (const chunk of copy as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield line({ bytes: chunk.length })
      yield chunk
    }
    yield line({ sha256: hash.digest('hex') })
  }
  // Migrations alone do not create the queue.
  const queue = await client.query(`select to_regclass('pgboss.job') as name`)
  const jobs = queue.rows[0].name === null ? [] : (await client.query<BackupJob>(WAITING_JOBS)).rows
  yield line({ jobs })
  // Sequences are outside the snapshot; read last, they are never behind the rows above.
  const sequences = await client.query(`
    select sequencename as name, last_value::text as "lastValue" from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`)
  yield line({ sequences: sequences.rows })
  yield line({ end: true })
}
