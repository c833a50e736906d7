import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '#server/clock.ts'
import { describeError } from '#server/describe-error.ts'
import { inTurn } from './take-turns.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { HOUR_MS } from '#shared/rules/time.ts'

const FOLDER = new URL('../../../db/code/', import.meta.url)
/** How long a release's functions stay when no server reports using them. */
const UNUSED_MS = 24 * HOUR_MS

interface Code {
  readonly hash: string
  readonly files: readonly { readonly name: string; readonly text: string }[]
}

/** Shared by all running releases: what tables, indexes and triggers depend on, and what maintains the search tables. */
const publicCode = readCode('public')
/** What only this release calls. */
const releaseCode = readCode('release')

/** The schema of this release's own functions. */
export const RELEASE_SCHEMA = `release_${releaseCode.hash}`

/** Identifies all of `db/code`. */
export const CODE_HASH = publicCode.hash + releaseCode.hash

function readCode(folder: string): Code {
  const hash = createHash('sha256')
  const files = readdirSync(new URL(`${folder}/`, FOLDER))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({
      name: `${folder}/${name}`,
      text: readFileSync(new URL(`${folder}/${name}`, FOLDER), 'utf8'),
    }))
  for (const { name, text } of files) hash.update(`${name}\0${text}\0`)
  return { hash: hash.digest('hex').slice(0, 16), files }
}

/** A database URL for connections that find this release's own functions first. */
export function withReleaseSchema(url: string): string {
  const [, own = ''] = /[?&]options=([^&]*)/.exec(url) ?? []
  const options = `${own}${encodeURIComponent(` -c search_path=${RELEASE_SCHEMA},public`)}`
  return `${url}${url.includes('?') ? '&' : '?'}options=${options}`
}

/**
 * Installs the functions and triggers of `db/code` in a migrated database, and removes those of releases that no server has
 * used for a day. The caller's lock must separate servers that start at the same time.
 * @param onWait called whenever a table with triggers is in use, before the next attempt
 * @throws when a file fails; nothing is changed then
 */
export function applyCode(client: pg.Client, now: Date, onWait: () => void = () => undefined): Promise<void> {
  const work = async () => {
    await applyPublic(client)
    await ensureRelease(client, now)
    await removeUnused(client, now)
  }
  return inTurn(client, { onWait, work })
}

async function applyPublic(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ hash: string; version: string }>(
    `select hash, version from schema_code where name = 'public'`,
  )
  const [applied] = rows
  // An older server that restarts beside newer ones must not restore its triggers.
  if (applied?.hash === publicCode.hash || isLater(applied?.version)) return
  await run(client, 'public', publicCode)
  await client.query(
    `insert into schema_code (name, hash, version) values ('public', $1, $2)
      on conflict (name) do update set hash = excluded.hash, version = excluded.version`,
    [publicCode.hash, packageJson.version],
  )
}

function isLater(version = ''): boolean {
  return version.localeCompare(packageJson.version, 'en', { numeric: true }) > 0
}

async function ensureRelease(client: pg.Client, now: Date): Promise<void> {
  if (await markInUse(client, now)) return
  // A schema without a row comes from a database that was partly emptied.
  await client.query(`drop schema if exists ${RELEASE_SCHEMA} cascade; create schema ${RELEASE_SCHEMA}`)
  await run(client, `${RELEASE_SCHEMA}, public`, releaseCode)
  // A role that can read the tables can search; the functions grant no rights of their own.
  await client.query(`grant usage on schema ${RELEASE_SCHEMA} to public`)
  await client.query('insert into schema_code (name, used_at) values ($1, $2)', [RELEASE_SCHEMA, now])
}

async function run(client: pg.Client, searchPath: string, { files }: Code): Promise<void> {
  await client.query(`set local search_path = ${searchPath}`)
  for (const { name, text } of files) {
    try {
      await client.query(text)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`db/code/${name} failed: ${reason}`, { cause: error })
    }
  }
  await client.query('reset search_path')
}

/** Only a schema's owner can drop it; a server with another role leaves that to the next upgrade. */
async function removeUnused(client: pg.Client, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNUSED_MS)
  const { rows } = await client.query<{ name: string }>(
    `select c.name from schema_code c join pg_namespace n on n.nspname = c.name
      where c.used_at < $1 and pg_has_role(n.nspowner, 'usage')`,
    [before],
  )
  for (const { name } of rows) {
    // Checked again: meanwhile a server may have reported using them.
    const { rowCount } = await client.query('delete from schema_code where name = $1 and used_at < $2', [
      name,
      before,
    ])
    if (rowCount === 1) await client.query(`drop schema ${name} cascade`)
  }
}

/** Records that a server uses this release's functions. @returns whether they exist */
export async function markInUse(client: pg.Client | pg.Pool, now: Date): Promise<boolean> {
  const { rowCount } = await client.query('update schema_code set used_at = $2 where name = $1', [
    RELEASE_SCHEMA,
    now,
  ])
  return rowCount === 1
}

/**
 * Checks that connections find this release's functions. They do not when a pooler drops the options of the URL.
 * @throws Error with one sentence
 */
export async function checkSearchPath(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ path: string }>(`select current_setting('search_path') as path`)
  if (rows[0]?.path.startsWith(RELEASE_SCHEMA) === true) return
  throw new Error(
    'what stands between this server and PostgreSQL drops the start-up parameter "options", without which this release’s functions are not found: connect directly, or through a pooler that passes it on and pools whole sessions',
  )
}

interface InUseOptions {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly log: Logger
  /** Milliseconds; an hour by default. */
  readonly every?: number
}

/** Records it every hour, until disposed. */
export function keepInUse({ pool, clock, log, every = HOUR_MS }: InUseOptions): Disposable {
  const note = async () => {
    const isThere = await markInUse(pool, clock.now())
    if (!isThere)
      log.error("this release's functions were removed from the database: start this server again")
  }
  const timer = setInterval(() => {
    note().catch((error: unknown) =>
      log.debug({ error: describeError(error) }, 'the use of functions was not noted'),
    )
  }, every).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
