/**
 * Charged reveals: through HTTP, against the same statements in the same transaction on bare `pg` connections. Every call
 * is for another pair of person and channel; server and driver are separate processes with keep-alive connections. Run:
 * `node bench/reveal.ts [reveals] [connections]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { pino } from 'pino'
import type { App } from '#server/app.ts'
import { createApp } from '#server/create-app.ts'
import { moscowDate } from '#server/clock.ts'
import { readConfig } from '#server/config/config.ts'
import { openPool } from '#server/db/connect.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { checkInvariants } from '#server/db/invariant.ts'
import { migrate } from '#server/db/migrate.ts'
import { createServer } from '#server/http/server.ts'
import { invariants } from '#server/features.ts'
import { footprintText, watchFootprint } from './footprint.ts'
import { logIn, makeChannels, makePerson, type TestChannel } from '#test/support/factories.ts'
import { TestClient } from '#test/support/test-client.ts'

const PEOPLE = 100
const log = pino({ level: 'warn' })

function openApp(databaseUrl: string): App {
  const config = readConfig({ ...process.env, RATE_LIMITS: 'off' })
  return createApp(config, { databaseUrl, smtpUrl: 'smtp://127.0.0.1:9', log })
}

/** The child process: the product's server. */
async function serve(databaseUrl: string): Promise<void> {
  const server = await createServer({ app: openApp(databaseUrl), distFolder: null })
  process.on('message', () => process.send?.(processorTime()))
  process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }))
}

/** Processor time of this process in ms: more meaningful than speed when others use the machine too. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

interface Pair {
  readonly personId: number
  readonly headers: Readonly<Record<string, string>>
  readonly channel: TestChannel
}

/** Pairs of new people and channels, cycling through the people. */
async function makePairs(app: App, reveals: number): Promise<Pair[]> {
  const each = Math.ceil(reveals / PEOPLE)
  const channels = await makeChannels(app, each)
  const people: Pick<Pair, 'personId' | 'headers'>[] = []
  for (let count = 0; count < PEOPLE; count += 1) {
    const person = await makePerson(app, { uses: each })
    const client = () => new TestClient({ baseUrl: '', apiKey: app.config.apiKey })
    people.push({ personId: person.id, headers: (await logIn({ app, client }, person)).headers() })
  }
  return channels.flatMap((channel) => people.map((person) => ({ ...person, channel })))
}

interface Measured {
  readonly perSecond: number
  /** Processor time per reveal of the process that queries the database. */
  readonly processorMs: number
  readonly p50: number
  readonly p99: number
}

/** Processes all pairs with so many concurrent workers. */
async function measure<W>(
  pairs: readonly Pair[],
  workers: readonly W[],
  work: (worker: W, pair: Pair) => Promise<void>,
  readProcessorTime: () => number | Promise<number>,
): Promise<Measured> {
  const processorBefore = await readProcessorTime()
  const durations: number[] = []
  const queue = pairs.values()
  const start = performance.now()
  await Promise.all(
    workers.map(async (worker) => {
      for (const pair of queue) {
        const began = performance.now()
        await work(worker, pair)
        durations.push(performance.now() - began)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1_000
  const sorted = durations.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  const processorMs = ((await readProcessorTime()) - processorBefore) / pairs.length
  return { perSecond: pairs.length / seconds, processorMs, p50: at(0.5), p99: at(0.99) }
}

function revealOverHttp(url: string, agent: Agent) {
  return async (_: number, { headers, channel }: Pair): Promise<void> => {
    const body = JSON.stringify({ channelId: channel.channelId })
    const sent = request(`${url}/api/getemail`, {
      method: 'POST',
      agent,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    }).end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    if (answer.statusCode !== 200) throw new Error(`a reveal was answered ${answer.statusCode}`)
  }
}

/** The statements of a charged reveal, as `reveal-contact.ts` runs them. */
async function revealBare(client: pg.PoolClient, { personId, channel }: Pair): Promise<void> {
  const now = new Date()
  await client.query('start transaction isolation level read committed')
  await client.query('select from person where id = $1 for no key update', [personId])
  await client.query(
    `select id, name, thumbnail_url, status = 'gone' from channel
     where (platform_id = $1 or (id = $2 and platform_id is null)) and ($3 or not is_demo) limit 2 for key share`,
    [channel.channelId, null, true],
  )
  const best = `bounced_at is not null, verification = 'invalid', confirmed_at desc nulls last,
    verification = 'valid' desc, last_seen_at desc, contact.id`
  const contact = await client.query<{ id: number }>(
    `select contact.id, (select id from reveal where person_id = $2 and channel_id = $1) as bought from contact
     where channel_id = $1 and suppressed_at is null and withheld = '{}' order by ${best} limit 1 for key share of contact`,
    [channel.id, personId],
  )
  const contactId = contact.rows[0]?.id
  const reveal = await client.query<{ id: number }>(
    `with bought as (
       insert into reveal (person_id, channel_id, contact_id, created_at) values ($1, $2, $3, $4)
       returning person_id, id, created_at
     )
     insert into purchase (person_id, reveal_id, channel_name, thumbnail_url, created_at)
     select person_id, id, $5, $6, created_at from bought returning reveal_id as id`,
    [personId, channel.id, contactId, now, channel.name, null],
  )
  const revealId = reveal.rows[0]?.id
  await client.query(
    `with chosen as (
       select person_id, id from uses_lot
       where person_id = $1 and spent < granted and withdrawn_at is null and (valid_on is null or valid_on = $2)
       order by case kind when 'day' then 0 when 'package' then 2 else 1 end, id limit 1 for no key update
     ), lot as (
       update uses_lot set spent = uses_lot.spent + 1 from chosen
       where uses_lot.person_id = chosen.person_id and uses_lot.id = chosen.id and uses_lot.spent < uses_lot.granted
       returning uses_lot.person_id, uses_lot.id
     )
     insert into uses_entry (person_id, lot_id, amount, reason, reveal_id, created_at)
     select person_id, id, -1, 'reveal', $3, $4 from lot returning id`,
    [personId, moscowDate(now), revealId, now],
  )
  await client.query(
    `select address, coalesce(nullif(source_url, ''), source_kind), last_seen_at,
       (select coalesce(sum(granted - spent), 0) from uses_lot
        where person_id = $2 and spent < granted and withdrawn_at is null and (valid_on is null or valid_on = $3))
     from contact where id = $1`,
    [contactId, personId, moscowDate(now)],
  )
  await client.query('commit')
}

function print(name: string, { perSecond, processorMs, p50, p99 }: Measured, base?: Measured): void {
  const ratio = base === undefined ? '' : `  ${Math.round((perSecond / base.perSecond) * 100)} %`
  console.log(
    `${name.padEnd(36)}${Math.round(perSecond).toLocaleString('en').padStart(8)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  processor ${processorMs.toFixed(2)} ms${ratio}`,
  )
}

async function main(): Promise<void> {
  const reveals = Number(process.argv[2] ?? 5_000)
  const connections = Number(process.argv[3] ?? 20)
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  process.env['DATA_DIR'] = dataDir
  const postgres = await openEmbeddedPostgres({ dataDir, role: 'tool', log })
  stack.defer(() => postgres.close())
  await migrate(postgres.url)
  const app = stack.use(openApp(postgres.url))

  const server = fork(fileURLToPath(import.meta.url), ['serve', postgres.url])
  stack.defer(async () => {
    server.kill()
    await once(server, 'exit')
  })
  const [url] = (await once(server, 'message')) as [string]
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  stack.defer(() => agent.destroy())
  const pool = openPool(postgres.url, { max: connections, onLost: () => undefined })
  stack.defer(() => pool.end())

  const workers = Array.from({ length: connections }, (_, index) => index)
  const clients = await Promise.all(workers.map(() => pool.connect()))
  stack.defer(() => clients.forEach((client) => client.release()))
  console.log(`${reveals} reveals, ${connections} connections; bare pg, HTTP, in turns`)
  const bare = async (count: number) =>
    measure(await makePairs(app, count), clients, revealBare, processorTime)
  const overHttp = async (count: number) =>
    measure(await makePairs(app, count), workers, revealOverHttp(url, agent), async () => {
      server.send('processor time')
      const [used] = (await once(server, 'message')) as [number]
      return used
    })
  await bare(500)
  await overHttp(500)
  for (let round = 1; round <= 3; round += 1) {
    const base = await bare(reveals)
    print('the same transaction, bare pg', base)
    print('reveal through HTTP', await overHttp(reveals), base)
  }
  const pairs = await makePairs(app, reveals)
  const readFootprint = await watchFootprint(app, dataDir)
  await measure(pairs, workers, revealOverHttp(url, agent), processorTime)
  console.log(`one reveal: ${footprintText(await readFootprint(pairs.length))}`)
  const findings = await checkInvariants(app.db, invariants)
  const broken = findings.filter(({ count }) => count > 0).length
  console.log(`verify: ${findings.length - broken} of ${findings.length} invariants hold`)
}

if (process.argv[2] === 'serve') await serve(process.argv[3] ?? '')
else await main()
