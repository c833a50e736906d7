import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type QueryExecutorProvider, sql } from 'kysely'
import type pg from 'pg'
import packageJson from '../../../package.json' with { type: 'json' }

const FOLDER = new URL('../../../db/code/', import.meta.url)
/** The releases whose functions stay: those that a server started on last. Servers of others must not run any more. */
const KEPT_RELEASES = 5

interface Code {
  readonly hash: string
  readonly files: readonly { readonly name: string; readonly text: string }[]
}

/** Shared by all running releases: what tables, indexes and triggers depend on, and what maintains the search tables. */
const publicCode = readCode('public')
/** What only this release calls. */
const releaseCode = readCode('release')

/** The schema of this release's own functions, so that servers of two releases run side by side. */
export const RELEASE_SCHEMA = `release_${releaseCode.hash}`
/** The same in statements that may run through a pooler of transactions, whose connections search `public` alone. */
export const RELEASE = sql.raw(RELEASE_SCHEMA)

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

// Compiling a search takes hundreds of times as long as running it, and servers do so unless told otherwise.
const UNCOMPILED = ' -c jit=off'

/** A database URL for connections that find this release's own functions first. */
export function withReleaseSchema(url: string): string {
  return withOptions(url, `${UNCOMPILED} -c search_path=${RELEASE_SCHEMA},public`)
}

/** The same for connections whose statements name that schema. */
export function withoutCompiling(url: string): string {
  return withOptions(url, UNCOMPILED)
}

function withOptions(url: string, options: string): string {
  const [, own = ''] = /[?&]options=([^&]*)/.exec(url) ?? []
  return `${url}${url.includes('?') ? '&' : '?'}options=${own}${encodeURIComponent(options)}`
}

/**
 * Installs the functions and triggers of `db/code` in a migrated database, and removes those of old releases. Runs in the
 * caller's transaction, whose lock must separate servers that start at the same time.
 */
export async function applyCode(client: pg.Client): Promise<void> {
  await applyPublic(client)
  await ensureRelease(client)
  await removeOld(client)
}

async function applyPublic(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ hash: string; version: string }>(
    `select hash, version from schema_code where name = 'public'`,
  )
  const [applied] = rows
  // An older server that restarts beside newer ones must not restore its triggers.
  if (applied?.hash === publicCode.hash || isLater(applied?.version)) return
  await run(client, 'public', publicCode)
  await record(client, 'public', publicCode)
}

function isLater(version = ''): boolean {
  return version.localeCompare(packageJson.version, 'en', { numeric: true }) > 0
}

async function ensureRelease(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('update schema_code set used_at = now() where name = $1', [
    RELEASE_SCHEMA,
  ])
  if (rowCount === 1) return
  // A schema without a row comes from a database that was partly emptied.
  await client.query(`drop schema if exists ${RELEASE_SCHEMA} cascade; create schema ${RELEASE_SCHEMA}`)
  await run(client, `${RELEASE_SCHEMA}, public`, releaseCode)
  // A role that can read the tables can search; the functions grant no rights of their own.
  await client.query(`grant usage on schema ${RELEASE_SCHEMA} to public`)
  await record(client, RELEASE_SCHEMA, releaseCode)
}

async function record(client: pg.Client, name: string, { hash }: Code): Promise<void> {
  await client.query(
    `insert into schema_code (name, hash, version) values ($1, $2, $3)
      on conflict (name) do update set hash = excluded.hash, version = excluded.version, used_at = now()`,
    [name, hash, packageJson.version],
  )
}

async function run(client: pg.Client, searchPath: string, { files }: Code): Promise<void> {
  await client.query(`set local search_path = ${searchPath}`)
  for (const { name, text } of files) {
    await client.query(text).catch((error: Error) => {
      // It keeps the code by which the caller tries again.
      throw Object.assign(error, { message: `${name}: ${error.message}` })
    })
  }
  await client.query('reset search_path')
}

/** Only a schema's owner can drop it; a server with another role leaves that to the next upgrade. */
async function removeOld(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from schema_code join pg_namespace on nspname = name
      where name <> 'public' and pg_has_role(nspowner, 'usage') order by used_at desc offset ${KEPT_RELEASES}`,
  )
  for (const { name } of rows) {
    await client.query(`drop schema ${name} cascade`)
    await client.query('delete from schema_code where name = $1', [name])
  }
}

/**
 * Checks that connections find this release's functions. They do not when a pooler drops the options of the URL.
 * @throws Error with one sentence
 */
export async function checkSearchPath(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(db)
  if (rows[0]?.path.startsWith(RELEASE_SCHEMA) === true) return
  throw new Error(
    'what stands between this server and PostgreSQL drops the start-up parameter "options", without which this release’s functions are not found: connect directly, or through a pooler that passes it on and pools whole sessions',
  )
}
