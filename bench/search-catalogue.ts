import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { withClient } from '#server/db/connect.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { generateChannels } from '#local/demo/generate-channels.ts'
import { loadGenerated } from '#local/demo/load-generated.ts'
import { print } from './print.ts'
import { log, openApp } from './product.ts'
import { type BenchQuery, makeQueries } from './search-queries.ts'

/** A filled database that runs. Disposing it leaves the server, and removes the catalogue unless it is kept. */
export interface Catalogue extends AsyncDisposable {
  readonly channels: number
  /** `postgres://...` with its password. */
  readonly url: string
  readonly dataDir: string
  readonly queries: readonly BenchQuery[]
}

/** What a kept catalogue was made with. */
interface State {
  readonly generator: string
  readonly migrations: readonly string[]
  /** The version of the functions that fill the search tables. */
  readonly publicCode: string
}

const SEED = 1
const GENERATORS = ['generate-channels', 'names', 'vocabulary', 'dice', 'words-en', 'words-ru', 'words-other']

/**
 * Opens a generated catalogue, and makes it when it is not there. In a kept one the search tables are rebuilt when the
 * functions that fill them have changed.
 * @param keep the folder of kept catalogues; without it the catalogue is temporary
 */
export async function openCatalogue(channels: number, keep?: string): Promise<Catalogue> {
  await using stack = new AsyncDisposableStack()
  const folder = keep ?? (await mkdtemp(path.join(tmpdir(), 'channelbook-bench-')))
  const dataDir = path.join(folder, String(channels))
  if (keep === undefined) stack.defer(() => rm(folder, { recursive: true, force: true }))
  // PostgreSQL may run as another user, who must be able to enter.
  for (const each of [folder, dataDir]) await mkdir(each, { recursive: true, mode: 0o711 })
  process.env['DATA_DIR'] = dataDir
  const stateFile = path.join(dataDir, 'state.json')
  const found = await readJson<State>(stateFile)
  const generator = await hashOf(GENERATORS.map((name) => `../src/local/demo/${name}.ts`))
  if (found !== undefined && found.generator !== generator)
    throw new Error(`${dataDir} was made with another generator: remove it, or choose another folder`)
  const settings = settingsToTry()
  const postgres = stack.use(await openEmbeddedPostgres({ dataDir, role: 'tool', log, settings }))
  const { url } = postgres
  await migrate(url)

  const state = await withClient(url, async (client) => {
    const before = found ?? (await fill(url, client, channels))
    const migrations = (await readMigrations()).map(({ name }) => name)
    const { rows } = await client.query<{ hash: string }>(
      `select hash from schema_code where name = 'public'`,
    )
    const publicCode = rows[0]?.hash ?? ''
    const isNew = found === undefined
    const isOld = publicCode !== before?.publicCode || String(migrations) !== String(before?.migrations)
    if (isOld && !isNew) await timed('search tables rebuilt', () => client.query('select search_rebuild()'))
    if (isOld || isNew) await timed('vacuumed', () => vacuum(client))
    return { generator, migrations, publicCode }
  })
  await writeFile(stateFile, JSON.stringify(state))
  // Making the queries takes two sorts of the whole catalogue.
  const queries = await kept(path.join(dataDir, 'queries.json'), ['./search-queries.ts'], () =>
    withClient(url, (client) => makeQueries(client)),
  )
  const open = stack.move()
  return { channels, url, dataDir, queries, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

/** Fills an empty database; one that was filled before its state was noted stays. */
async function fill(url: string, client: pg.Client, channels: number): Promise<undefined> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int from channel')
  if (rows[0]?.count === channels) return
  if (rows[0]?.count !== 0) throw new Error(`The catalogue has ${rows[0]?.count} channels, not ${channels}`)
  const start = performance.now()
  await using app = openApp(url)
  // Random columns are the same in every making; a seed in the connection's options has no effect.
  app.databases.pool.on('connect', (connection) => void connection.query('select setseed(0.5)'))
  const generated = generateChannels({ count: channels, seed: SEED, names: 'statistical' })
  await loadGenerated(app, generated, { onlyIntoEmpty: true, isDemo: false })
  const seconds = (performance.now() - start) / 1_000
  print(
    `loaded with all search structures in ${seconds.toFixed(0)} s, ${Math.round(channels / seconds)} rows/s`,
  )
}

/** As autovacuum would do a little later, because index-only scans need it; so it cannot come during a measurement. */
async function vacuum(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and (relname like 'search\\_%' or relname = 'channel')`,
  )
  await client.query('vacuum (analyze)')
  for (const { name } of rows) await client.query(`alter table ${name} set (autovacuum_enabled = off)`)
  await client.query('checkpoint').catch(() => undefined)
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  print(`${what} in ${((performance.now() - start) / 1_000).toFixed(1)} s`)
}

/** Settings of PostgreSQL to try, from BENCH_POSTGRES: `-c shared_buffers=2GB -c io_method=sync`. */
function settingsToTry(): Record<string, string> {
  const given = (process.env['BENCH_POSTGRES'] ?? '').matchAll(/-c\s*([^=\s]+)=(\S+)/g)
  return Object.fromEntries(Array.from(given, ([, name = '', value = '']) => [name, value]))
}

/** Makes something of a catalogue once, and again when these files have changed. */
async function kept<T>(file: string, madeBy: readonly string[], make: () => Promise<T>): Promise<T> {
  const hash = await hashOf(madeBy)
  const found = await readJson<{ hash: string; made: T }>(file)
  if (found?.hash === hash) return found.made
  const made = await make()
  await writeFile(file, JSON.stringify({ hash, made }))
  return made
}

async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as T)
}

async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(new URL(file, import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}
