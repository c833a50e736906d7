import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { type Clock, systemClock } from '#server/clock.ts'
import { applyCode } from '#server/db/code.ts'
import { singleConnection } from './connect.ts'
import { effectsOf } from './migration-effects.ts'
import { inTurn } from './take-turns.ts'

const FOLDER = new URL('../../../db/migrations/', import.meta.url)
/** Any constant: servers that start at the same time wait for each other on this advisory lock. */
export const SCHEMA_LOCK = 4_171_953

interface MigrateOptions {
  /** Only these migrations, for an earlier version's backup; all by default. */
  readonly wanted?: readonly string[]
  readonly clock?: Clock
  /** Called whenever a migration, or `db/code`, waits until others have finished with a table; then it begins again. */
  readonly onWait?: (name: string) => void
}

/**
 * Migrates a database to the newest schema: migrations, forward only, each in its own transaction, in the order of their
 * names; after the last one, the functions and triggers of `db/code`.
 * @returns the names of the newly applied migrations
 * @throws when a file fails (nothing of it stays), or when the database has a migration that this version does not know
 */
export async function migrate(
  url: string,
  { wanted, clock = systemClock, onWait = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  const client = singleConnection({ connectionString: url, application_name: 'channelbook-migrate' })
  await client.connect()
  try {
    await endWithThisProcess(client)
    await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
    await ensureRecord(client)
    const pending = await pendingMigrations(client)
    const missing = wanted === undefined ? pending : pending.filter((name) => wanted.includes(name))
    for (const name of missing)
      await inTurn(client, { onWait: () => onWait(name), work: (attempt) => apply(client, name, attempt) })
    if (missing.length === pending.length) await applyCode(client, clock.now(), () => onWait('db/code'))
    return missing
  } finally {
    await client.end()
  }
}

/**
 * Migrations that a database lacks, in order.
 * @throws when it has one that this version does not know
 */
export async function pendingMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  const done = new Set(rows.map(({ name }) => name))
  const names = await migrationNames()
  const unknown = [...done].find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new Error(`The database is newer than this program: it has the migration ${unknown}`)
  return names.filter((name) => !done.has(name))
}

async function ensureRecord(client: pg.Client): Promise<void> {
  // A role that may not create tables is refused `create table if not exists` even when the table exists.
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('schema_migration') is not null as known`,
  )
  if (rows[0]?.known === true) return
  await client.query(
    'create table schema_migration (name text primary key, applied_at timestamptz not null default now())',
  )
}

/**
 * Without it, a statement of a process that was killed would go on to its end, and the next start would wait for it. Not every
 * operating system tells PostgreSQL that a client has gone.
 */
async function endWithThisProcess(client: pg.Client): Promise<void> {
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
}

async function apply(client: pg.Client, name: string, attempt: number): Promise<void> {
  try {
    // At first only when it comes to them, so that people read them until then.
    if (attempt > 1) await lockTables(client, name, attempt)
    await client.query(await migrationText(name))
    await client.query('insert into schema_migration (name) values ($1)', [name])
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/**
 * Locks all tables that a migration changes before it does anything. While it works on one, calls that wait for that one may hold
 * another which it needs next; under load there always are some, each with an order of its own, so it tries one after the other.
 */
async function lockTables(client: pg.Client, name: string, attempt: number): Promise<void> {
  const { holds } = effectsOf(name)
  for (const table of inOrder(Object.keys(holds), attempt)) {
    const mode = holds[table] === 'everybody' ? 'access exclusive' : 'share row exclusive'
    await client.query(`lock table ${table} in ${mode} mode`)
  }
}

/** One of all orders of a list; every number from 0 to their number gives another one. */
function inOrder(list: readonly string[], number: number): string[] {
  if (list.length === 0) return []
  const place = number % list.length
  return [list[place]!, ...inOrder(list.toSpliced(place, 1), Math.floor(number / list.length))]
}

/** The statements of a migration. @param name as in `migrationNames` */
export function migrationText(name: string): Promise<string> {
  return readFile(new URL(name, FOLDER), 'utf8')
}

/** The names of all migrations, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
}
