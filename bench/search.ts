/**
 * Text search and filters on generated catalogues: latencies and hits of 2,000 queries on one connection, searches per
 * second through HTTP against the same SQL on as many bare connections, upkeep, sizes.
 * Run: `node_modules/.bin/node bench/search.ts [--channels 100000,1000000] [--connections 8] [--seconds 8] [--keep FOLDER]`
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import pg from 'pg'
import { pino } from 'pino'
import { contract } from '#shared/api/contract.ts'
import type { App } from '#server/app.ts'
import { createApp } from '#server/create-app.ts'
import { readConfig } from '#server/config/config.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { withReleaseSchema } from '#server/db/code.ts'
import { migrate } from '#server/db/migrate.ts'
import { generateChannels } from '#local/demo/generate-channels.ts'
import { loadGenerated } from '#local/demo/load-generated.ts'
import { parseQuery } from '#server/features/search/read-search.ts'
import { searchChannels } from '#server/features/search/search-channels.ts'
import { createServer } from '#server/http/server.ts'
import { megabytes, percent, percentiles, print } from './print-figures.ts'
import { type BenchQuery, makeQueries } from './search-queries.ts'
import { measureFilters } from './search-filters.ts'
import { measureUpkeep } from './search-upkeep.ts'

const log = pino({ level: 'warn' })
const HEADERS = { 'x-api-key': 'channelbook-web', 'content-type': 'application/json' }

function openApp(databaseUrl: string, connections: number): App {
  const config = readConfig({ ...process.env, RATE_LIMITS: 'off', DATABASE_POOL: String(connections) })
  return createApp(config, { databaseUrl, smtpUrl: 'smtp://127.0.0.1:9', log })
}

/** The child process: the product's server. */
async function serve(databaseUrl: string, connections: number): Promise<void> {
  const app = openApp(databaseUrl, connections)
  const server = await createServer({ app, distFolder: null, extraRoutes: [] })
  process.on('message', () => process.send?.(process.memoryUsage.rss()))
  process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }))
}

/** The statement of a search, prepared, with a query's values. */
function bareSearch({ text }: BenchQuery) {
  const { key, words, platformIds, handles, isExact } = parseQuery(text)
  return {
    name: 'search',
    text: `select * from search_by_text($1, $2, $3, $4, $5, null, 'relevance', 0, 20, 0, null, 0, 0)`,
    values: [key, words, platformIds, handles, isExact],
  }
}

async function fill(app: App, count: number): Promise<void> {
  const { rows } = await app.pool.query<{ count: number }>('select count(*)::int from channel')
  if (rows[0]?.count === count) return
  const start = performance.now()
  const channels = generateChannels({ count, seed: 1, names: 'statistical' })
  await loadGenerated(app, channels, { onlyIntoEmpty: true })
  const seconds = (performance.now() - start) / 1_000
  print(`loaded with all search structures in ${seconds.toFixed(0)} s, ${Math.round(count / seconds)} rows/s`)
}

/** As autovacuum would do a little later: index-only scans need it. */
async function vacuum({ pool }: App): Promise<void> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query('vacuum analyze')
  client.release(true)
}

/** Runs each query once, one after the other: milliseconds by kind, and how often the target was among the 20 results. */
async function measureOneByOne(databaseUrl: string, queries: readonly BenchQuery[]): Promise<number> {
  const client = new pg.Client({ connectionString: withReleaseSchema(databaseUrl) })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const cpuOf = async () =>
    Number((await readFile(`/proc/${rows[0]?.pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
  const idOf = await client.query<{ id: string; wire: string }>(
    `select id, coalesce(platform_id, id::text) as wire from channel where id = any ($1)`,
    [queries.map(({ target }) => target)],
  )
  const wire = new Map(idOf.rows.map((row) => [Number(row.id), row.wire]))
  for (const query of queries) await client.query(bareSearch(query))
  const times = new Map<string, number[]>()
  const hits = new Map<string, number>()
  const cpu = await cpuOf().catch(() => Number.NaN)
  const start = performance.now()
  for (const query of queries) {
    const before = performance.now()
    const found = await client.query<{ items: string }>(bareSearch(query))
    times.set(query.kind, [...(times.get(query.kind) ?? []), performance.now() - before])
    const isHit = found.rows[0]?.items.includes(`"${wire.get(query.target)}"`) === true
    hits.set(query.kind, (hits.get(query.kind) ?? 0) + Number(isHit))
  }
  const perSecond = (queries.length / (performance.now() - start)) * 1_000
  const serverMs = ((await cpuOf().catch(() => Number.NaN)) - cpu) / queries.length
  for (const [kind, list] of times) {
    const share = ['common', 'nohit'].includes(kind)
      ? ''
      : `hit@20 ${percent((hits.get(kind) ?? 0) / list.length)}`
    print(`  ${kind.padEnd(9)} ${String(list.length).padStart(4)}  ${percentiles(list)}  ${share}`)
  }
  print(
    `  all       ${queries.length}  ${percentiles([...times.values()].flat())}  ${Math.round(perSecond)} searches/s, ` +
      `${serverMs.toFixed(2)} ms of the server's processor each`,
  )
  await client.end()
  return perSecond
}

/** The same searches through the server's verb, on one connection. */
async function measureVerb(app: App, queries: readonly BenchQuery[]): Promise<number> {
  const bodies = queries.map(({ text }) => contract['POST /search'].body.parse({ mainInputValue: text }))
  const start = performance.now()
  for (const body of bodies) await searchChannels(app, body)
  return (queries.length / (performance.now() - start)) * 1_000
}

/** Searches per second on so many bare connections. */
async function measureBare(databaseUrl: string, queries: readonly BenchQuery[], load: Load): Promise<number> {
  const statements = queries.map(bareSearch)
  const clients = await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const client = new pg.Client({ connectionString: withReleaseSchema(databaseUrl) })
      await client.connect()
      return client
    }),
  )
  const run = async (seconds: number) => {
    let done = 0
    const start = performance.now()
    await Promise.all(
      clients.map(async (client, index) => {
        let at = Math.floor((index * statements.length) / clients.length)
        while (performance.now() - start < seconds * 1_000) {
          const statement = statements[at++ % statements.length]
          if (statement !== undefined) await client.query(statement)
          done += 1
        }
      }),
    )
    return (done / (performance.now() - start)) * 1_000
  }
  await run(load.seconds / 2)
  const perSecond = await run(load.seconds)
  await Promise.all(clients.map((client) => client.end()))
  return perSecond
}

interface Load {
  readonly connections: number
  readonly seconds: number
}

async function measureHttp(url: string, queries: readonly BenchQuery[], { connections, seconds }: Load) {
  const requests = queries.map(({ text }) => ({
    method: 'POST',
    path: '/api/search',
    headers: HEADERS,
    body: JSON.stringify({ mainInputValue: text }),
  }))
  let started = 0
  const run = (duration: number) =>
    autocannon({
      url,
      connections,
      duration,
      requests,
      setupClient: (client) => {
        const from = Math.floor(((started++ % connections) * requests.length) / connections)
        client.setRequests(
          [...requests.slice(from), ...requests.slice(0, from)].map((request) => ({ ...request })),
        )
      },
    })
  await run(seconds / 2)
  const { requests: done, latency, non2xx, errors } = await run(seconds)
  if (non2xx + errors > 0) throw new Error(`${non2xx} searches were refused, ${errors} failed`)
  return { perSecond: done.average, p50: latency.p50, p99: latency.p99 }
}

async function printSizes(app: App, server: ChildProcess): Promise<void> {
  const { rows } = await app.pool.query<{ name: string; bytes: number }>(
    `select relname as name, pg_relation_size(oid) as bytes from pg_class
     where relname ~ '^(search_|channel)' and relkind in ('r', 'i') and pg_relation_size(oid) > 1000000 order by 2 desc`,
  )
  const total = rows
    .filter(({ name }) => name.startsWith('search_'))
    .reduce((sum, { bytes }) => sum + bytes, 0)
  server.send('rss')
  const [rss] = (await once(server, 'message')) as [number]
  print(`server process ${megabytes(rss)}, search structures ${megabytes(total)}: `)
  print(`  ${rows.map(({ name, bytes }) => `${name} ${megabytes(bytes)}`).join(', ')}`)
}

async function measure(count: number, folder: string, load: Load): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const dataDir = path.join(folder, String(count))
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const postgres = await openEmbeddedPostgres({ dataDir, role: 'tool', log })
  stack.defer(() => postgres.close())
  await migrate(postgres.url)
  process.env['DATA_DIR'] = dataDir
  const app = stack.use(openApp(postgres.url, 2))
  print(`\n${count.toLocaleString('en')} channels`)
  await fill(app, count)
  await vacuum(app)
  const queries = await makeQueries(app.pool)

  print('one connection, the queries one after the other:')
  const bareOne = await measureOneByOne(postgres.url, queries)
  await measureVerb(app, queries)
  const verbOne = await measureVerb(app, queries)
  print(
    `  as the server sends them: ${Math.round(verbOne)} searches/s, ${percent(verbOne / bareOne)} of that`,
  )

  const server = fork(fileURLToPath(import.meta.url), ['serve', postgres.url, String(load.connections)])
  stack.defer(async () => {
    server.kill()
    await once(server, 'exit')
  })
  const [url] = (await once(server, 'message')) as [string]
  const ratios: number[] = []
  for (let round = 1; round <= 3; round += 1) {
    const bare = await measureBare(postgres.url, queries, load)
    const http = await measureHttp(url, queries, load)
    ratios.push(http.perSecond / bare)
    print(
      `${load.connections} connections, round ${round}: bare ${Math.round(bare)}/s, HTTP ${Math.round(http.perSecond)}/s ` +
        `(p50 ${http.p50} ms, p99 ${http.p99} ms), ${percent(http.perSecond / bare)}`,
    )
  }
  print(
    `HTTP against bare connections: ${percent(ratios.toSorted((a, b) => a - b)[1] ?? 0)} (the middle of three)`,
  )
  await printSizes(app, server)
  await measureFilters(app)
  await measureUpkeep(app)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      channels: { type: 'string', default: '100000,1000000' },
      connections: { type: 'string', default: '8' },
      seconds: { type: 'string', default: '8' },
      keep: { type: 'string' },
    },
  })
  const folder = values.keep ?? (await mkdtemp(path.join(tmpdir(), 'channelbook-bench-')))
  await mkdir(folder, { recursive: true })
  const load = { connections: Number(values.connections), seconds: Number(values.seconds) }
  try {
    for (const count of values.channels.split(',')) await measure(Number(count), folder, load)
  } finally {
    if (values.keep === undefined) await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[2] === 'serve') await serve(process.argv[3] ?? '', Number(process.argv[4]))
else await main()
