import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { applyCode } from './code.ts'
import { singleConnection } from './connect.ts'

const FOLDER = new URL('../../../db/migrations/', import.meta.url)
/** Any constant: servers that start at the same time wait for each other on this advisory lock. */
export const SCHEMA_LOCK = 4_171_953
/** How long (ms) a change waits for a table that others use. Everybody who comes later waits behind it for as long. */
const LOCK_MS = 200
/** How long (ms) others may use it before each further attempt: five minutes in all. */
const PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000, ...Array<number>(18).fill(16_000)]
/** SQLSTATE of a lock that was not to be had in time, and of a deadlock. */
const IN_USE = new Set<unknown>(['55P03', '40P01'])

export interface Migration {
  readonly name: string
  readonly text: string
  /** The sentence at its head: what it locks, and for how long. */
  readonly locks: string
}

interface MigrateOptions {
  readonly folder?: URL
  /** Only these migrations, for an earlier version's backup; all by default. */
  readonly wanted?: readonly string[]
  readonly pausesMs?: readonly number[]
  /** Called whenever a migration, or `db/code`, has found a table in use, before it tries again. */
  readonly onWait?: (name: string) => void
}

/**
 * Migrates a database to the newest schema: migrations, forward only, each in its own transaction, in the order of their
 * names; after the last one, the functions and triggers of `db/code`.
 * @returns the names of the newly applied migrations
 * @throws when a file fails or its tables stay in use (nothing of it stays), or as `pendingMigrations`
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder, wanted } = options
  const client = singleConnection({ connectionString: url, application_name: 'channelbook-migrate' })
  await client.connect()
  try {
    // So that a statement of a killed process ends with it. Not every operating system tells PostgreSQL that a client has gone.
    await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
    await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
    const pending = await pendingMigrations(client, folder)
    const missing = pending.filter(({ name }) => wanted?.includes(name) ?? true)
    for (const { name, text } of missing)
      await inTransaction(client, name, options, async () => {
        await client.query(text)
        await client.query('insert into schema_migration (name) values ($1)', [name])
      })
    if (missing.length === pending.length)
      await inTransaction(client, 'db/code', options, () => applyCode(client))
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/**
 * Migrations that a database lacks, in order.
 * @throws Error with one sentence when it has one that this version does not know
 */
export async function pendingMigrations(client: pg.Client, folder?: URL): Promise<readonly Migration[]> {
  const migrations = await readMigrations(folder)
  const { rows } = await client.query<{ isNew: boolean }>(
    `select to_regclass('schema_migration') is null as "isNew"`,
  )
  if (rows[0]?.isNew === true) return migrations
  const applied = await client.query<{ name: string }>('select name from schema_migration order by name')
  const done = new Set(applied.rows.map(({ name }) => name))
  const unknown = [...done].find((name) => migrations.every((migration) => migration.name !== name))
  if (unknown !== undefined)
    throw new Error(
      `This database was made by another version of the program: it has the migration ${unknown}, which this one does not know.`,
    )
  return migrations.filter(({ name }) => !done.has(name))
}

/** All migrations, in order. */
export async function readMigrations(folder: URL = FOLDER): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, locks: /^-- (.+)/.exec(text)?.[1] ?? '' }
    }),
  )
}

/** A long transaction of others, such as an import or a backup, does not make everybody wait: the work lets go, and begins again. */
async function inTransaction(
  client: pg.Client,
  name: string,
  { pausesMs = PAUSES_MS, onWait = () => undefined }: MigrateOptions,
  work: () => Promise<void>,
): Promise<void> {
  for (const pauseMs of [...pausesMs, null]) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_MS}`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      // Where the connection is gone, there is nothing to roll back, and the first error says why.
      await client.query('rollback').catch(() => undefined)
      const { code, message } = error as Error & { readonly code?: string }
      if (!IN_USE.has(code)) throw new Error(`${name} failed: ${message}`, { cause: error })
      if (pauseMs === null)
        throw new Error(
          `${name} was not applied, because others keep using a table that it changes: end long transactions, such as an import or a backup, and start again.`,
          { cause: error },
        )
      onWait(name)
      await pause(pauseMs)
    }
  }
}
