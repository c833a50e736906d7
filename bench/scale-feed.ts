import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { CSV_HEADER, csvLine } from '#local/demo/generate-csv.ts'
import { generateChannels } from '#local/demo/generate-channels.ts'
import { systemClock } from '#server/clock.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { watchReplicas } from '#server/db/watch-replicas.ts'
import { freePort } from '#test/support/processes.ts'
import type { Run } from './compare-runs.ts'
import { print } from './print-figures.ts'
import {
  copyAsStandby,
  copyCluster,
  noteSettings,
  openFolder,
  passwordOf,
  startDatabase,
} from './scale-databases.ts'
import { type Crowd, type Outcome, startCrowd } from './search-crowd.ts'
import { startServer } from './search-server.ts'

interface Feed {
  readonly dataDir: string
  readonly texts: readonly string[]
  readonly rows: number
  readonly seconds: number
  readonly run: Run
}

const RUN_IMPORT = fileURLToPath(new URL('../test/support/run-import.ts', import.meta.url))
const LOG = { info() {}, error() {} }
const UPKEEP_MS = 500
const PATIENCE_MS = 1_800_000

/** What a search reads of a contact: never the address, which stays on the primary. */
const CONTACT =
  'id, channel_id, first_seen_at, last_seen_at, verification, suppressed_at, withheld, bounced_at, confirmed_at'

/** Prepares a migrated, empty database that will be fed: with the rights of its tables' owner, and without a search path. */
const RECEIVE = `
  alter table contact alter address drop not null, alter source_kind drop not null, alter source_url drop not null;
  create table fed (channel_id bigint not null);
  alter table fed owner to channelbook;
  create function note_fed() returns trigger language plpgsql as $$
  begin
    insert into public.fed values (coalesce(new.id, old.id));
    return null;
  end $$;
  create trigger fed after insert or update or delete on channel for each row execute function note_fed()`

export async function measureFeed({ dataDir, texts, rows, seconds, run }: Feed): Promise<void> {
  run.part('a catalogue fed by logical replication')
  await using folder = await openFolder(dataDir)
  await using stack = new AsyncDisposableStack()
  const port = await freePort()
  const own = await copyCluster(dataDir, path.join(folder.path, 'primary'))
  const settings = { wal_level: 'logical', max_wal_senders: 10 }
  await noteSettings(own, settings)
  const standbyDir = await copyAsStandby(own, path.join(folder.path, 'standby'), {
    port,
    password: passwordOf(own),
  })
  const primary = stack.use(await startDatabase(own, { port, settings }))
  const standby = stack.use(await startDatabase(standbyDir, { settings }))
  const search = stack.use(
    await openEmbeddedPostgres({
      dataDir: path.join(folder.path, 'search'),
      role: 'tool',
      log: LOG,
      memory: 4_096,
      settings,
    }),
  )
  await migrate(search.url)
  const at = stack.adopt(await connect(primary.url), (client) => client.end())
  const there = stack.adopt(await connect(search.url.replace('//channelbook:', '//postgres:')), (client) =>
    client.end(),
  )

  await superuser(primary.url, `create publication catalogue for table channel, contact (${CONTACT})`)
  await there.query(RECEIVE)
  const begin = performance.now()
  await there.query(
    `create subscription catalogue connection '${primary.conninfo}' publication catalogue with (streaming = parallel)`,
  )
  await until(async () => {
    const { rows: states } = await there.query(`select from pg_subscription_rel where srsubstate <> 'r'`)
    return states.length === 0
  })
  const copied = performance.now()
  // Search tables belong to who builds them.
  await there.query('set role channelbook')
  await there.query(
    'truncate fed; select search_rebuild(); analyze; alter table channel enable always trigger fed',
  )
  print(
    `  copied in ${secondsOf(copied - begin)}, search tables built in ${secondsOf(performance.now() - copied)}`,
  )

  let isOpen = true
  const upkeep = keepUp(there, () => isOpen)
  stack.defer(async () => {
    isOpen = false
    await upkeep
  })
  await measureImport({
    rows,
    folder: folder.path,
    at,
    there,
    primaryUrl: primary.url,
    standbyUrl: standby.url,
  })
  await measureWithoutPrimary({ texts, seconds, run, primary, searchUrl: search.url })
}

/** How far the copies are behind while a file is imported, and after it. */
async function measureImport({
  rows,
  folder,
  at,
  there,
  primaryUrl,
  standbyUrl,
}: {
  readonly rows: number
  readonly folder: string
  readonly at: pg.Client
  readonly there: pg.Client
  readonly primaryUrl: string
  readonly standbyUrl: string
}): Promise<void> {
  const file = path.join(folder, 'more.csv.gz')
  function* lines() {
    yield CSV_HEADER
    for (const row of generateChannels({ count: rows, seed: 2, names: 'statistical' })) yield csvLine(row)
  }
  await pipeline(
    Readable.from(lines(), { objectMode: false, highWaterMark: 1_000_000 }),
    createGzip({ level: 3 }),
    createWriteStream(file),
  )
  const watch = watchReplicas(primaryUrl, [standbyUrl], {
    maxLag: 3_600,
    onLate() {},
    onCaughtUp() {},
    clock: systemClock,
  })
  watch.start()
  let largest = 0
  const sampling = setInterval(() => (largest = Math.max(largest, ...watch.lags())), 200)
  const begin = performance.now()
  await promisify(execFile)(process.execPath, ['--max-semi-space-size=8', RUN_IMPORT, primaryUrl, file], {
    maxBuffer: 1e8,
  })
  const committed = performance.now()
  const countOf = async (client: pg.Client, statement: string) =>
    Number((await client.query<{ n: string }>(statement)).rows[0]?.n)
  const channels = await countOf(at, 'select count(*) as n from channel')
  await until(async () => (await countOf(there, 'select count(*) as n from channel')) === channels)
  const arrived = performance.now()
  const active = await countOf(at, 'select count(*) as n from search_entry')
  await until(async () => (await countOf(there, 'select count(*) as n from search_entry')) === active)
  const found = performance.now()
  await watch.sample()
  await until(async () => {
    await watch.sample()
    return (watch.lags()[0] ?? 0) === 0
  })
  clearInterval(sampling)
  await watch.close()
  print(
    `  import of ${rows} rows in ${secondsOf(committed - begin)}; a streaming replica was at most ${largest.toFixed(1)} s behind;`,
  )
  print(
    `  the fed catalogue had all rows ${secondsOf(arrived - committed)} after the commit, and found them after ${secondsOf(found - committed)}`,
  )
}

/** Searches before and after the primary dies. */
async function measureWithoutPrimary({
  texts,
  seconds,
  run,
  primary,
  searchUrl,
}: {
  readonly texts: readonly string[]
  readonly seconds: number
  readonly run: Run
  readonly primary: { readonly url: string; readonly pid: number }
  readonly searchUrl: string
}): Promise<void> {
  process.env['DATABASE_REPLICA_URLS'] = searchUrl
  await using server = await startServer(primary.url, true)
  delete process.env['DATABASE_REPLICA_URLS']
  await using crowd = await startCrowd()
  const load = async (name: string) => {
    crowd.send({ url: server.url, texts, seconds, clients: 4 } satisfies Crowd)
    const [{ perSecond, served, refused, wrong }] = (await once(crowd, 'message')) as [Outcome]
    run.line(name, {
      count: served.count,
      perSecond,
      p50: served.p50,
      p99: served.p99,
      refused: refused.count,
    })
    for (const [what, count] of Object.entries(wrong)) print(`  ${name}: ${count} answers ${what}`)
  }
  await load('with the primary')
  const killed = load('the primary dies')
  await wait((seconds * 1_000) / 4)
  process.kill(primary.pid, 'SIGQUIT')
  await killed
  await load('without the primary')
}

/** Brings the search tables up to date with what the feed changed. */
async function keepUp(client: pg.Client, isOpen: () => boolean): Promise<void> {
  const { host, port, user, password, database } = client
  const own = new pg.Client({
    host,
    port,
    user: user ?? '',
    password: password ?? '',
    database: database ?? '',
  })
  await own.connect()
  await own.query('set role channelbook')
  while (isOpen()) {
    await own.query('begin')
    const { rows } = await own.query<{ ids: string[] | null }>(
      'with taken as (delete from fed returning channel_id) select array_agg(distinct channel_id) as ids from taken',
    )
    const ids = rows[0]?.ids
    if (ids != null) await own.query('select search_sync($1)', [ids])
    await own.query('commit')
    await wait(UPKEEP_MS)
  }
  await own.end()
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function superuser(url: string, statement: string): Promise<void> {
  const client = await connect(url.replace('//channelbook:', '//postgres:'))
  await client.query(statement)
  await client.end()
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await isReached())) {
    if (performance.now() > end) throw new Error('The fed catalogue does not follow: see its log')
    await wait(100)
  }
}

const secondsOf = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
