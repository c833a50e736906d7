import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { access, rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg, { type Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import {
  type BackupHeader,
  type BackupJob,
  type BackupSequence,
  type BackupTable,
  createTally,
  FORMAT,
  line,
} from './format.ts'
import { listTables } from '#server/db/list-tables.ts'
import { singleConnection } from '#server/db/single-connection.ts'

export interface BackupOptions {
  /** The database to read. */
  readonly url: string
  /** The file to write; must not exist. It is complete as soon as it exists. */
  readonly file: string
  readonly secretFingerprint: string | null
  /** ISO 8601, noted in the file. */
  readonly createdAt: string
}

export interface BackupSummary {
  readonly tables: number
  readonly rows: number
  /** Size of the file. */
  readonly bytes: number
}

/**
 * Writes everything in the database to one file, as it was at one moment; the product may go on meanwhile. Of the queue only
 * waiting jobs are taken along, and nothing of the search structures, which are made anew. The file is for its owner's eyes only.
 *
 * @throws Error with one sentence when the file exists or the database was never set up
 */
export async function backupDatabase({ url, file, ...facts }: BackupOptions): Promise<BackupSummary> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw new Error(`${file} exists already; choose another name.`)
  const client = singleConnection({ connectionString: url, application_name: 'channelbook-backup' })
  await client.connect()
  // A name that nobody can have put a file or a link under, so that it is made here, and for its owner alone.
  const draft = `${file}.${randomBytes(8).toString('hex')}.partial`
  try {
    await client.query('begin isolation level repeatable read, read only')
    const header = await describe(client, facts)
    const gzip = createGzip()
    const written = pipeline(gzip, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
    await Promise.all([writeContents(client, header, gzip), written])
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
  const { rows: found } = await client.query<{ known: boolean }>(
    `select to_regclass('schema_migration') is not null as known`,
  )
  if (found[0]?.known !== true)
    throw new Error('There is nothing to back up: this database was never set up.')
  const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name')
  const tables: BackupTable[] = []
  for (const table of await listTables(client)) {
    const counted = await client.query<{ rows: string }>(
      `select count(*) as rows from ${pg.escapeIdentifier(table.name)}`,
    )
    tables.push({ ...table, rows: Number(counted.rows[0]?.rows) })
  }
  return {
    product: 'channelbook',
    format: FORMAT,
    ...facts,
    migrations: rows.map(({ name }) => name),
    tables,
  }
}

async function writeContents(client: Client, header: BackupHeader, output: Writable): Promise<void> {
  try {
    await write(output, line(header))
    for (const table of header.tables) await writeTable(client, table, output)
    await write(output, line({ jobs: await waitingJobs(client) }))
    // Sequences know no snapshot; read last, they are never behind the rows above.
    await write(output, line({ sequences: await sequences(client) }))
    await write(output, line({ end: true }))
    output.end()
  } catch (error) {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
}

async function writeTable(client: Client, table: BackupTable, output: Writable): Promise<void> {
  await write(output, line({ table: table.name }))
  const tally = createTally()
  const columns = table.columns.map(pg.escapeIdentifier).join(', ')
  const rows = client.query(copyTo(`copy ${pg.escapeIdentifier(table.name)} (${columns}) to stdout`))
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    tally.add(chunk)
    await write(output, line({ bytes: chunk.length }))
    await write(output, chunk)
  }
  await write(output, line(tally.result()))
}

async function waitingJobs(client: Client): Promise<BackupJob[]> {
  const { rows: found } = await client.query<{ known: boolean }>(
    `select to_regclass('pgboss.job') is not null as known`,
  )
  if (found[0]?.known !== true) return []
  const { rows } = await client.query<{ job: BackupJob }>(`
    select json_build_object('name', name, 'id', id, 'data', data, 'priority', priority, 'startAfter', start_after) as job
    from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' order by created_on`)
  return rows.map(({ job }) => job)
}

async function sequences(client: Client): Promise<BackupSequence[]> {
  const { rows } = await client.query<BackupSequence>(`
    select sequencename as name, last_value::text as "lastValue" from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`)
  return rows
}

async function write(output: Writable, chunk: Buffer): Promise<void> {
  if (!output.write(chunk)) await once(output, 'drain')
}
