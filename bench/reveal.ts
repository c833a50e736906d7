/**
 * Charged reveals: through HTTP, against the same statements in the same transaction on bare `pg` connections. Every call
 * is for another pair of person and channel; server and driver are separate processes with keep-alive connections. Run:
 * `node_modules/.bin/node bench/reveal.ts [reveals] [connections]`
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'
import { openPool } from '#server/db/connect.ts'
import { callOf, type Connection, openConnection } from './crowd.ts'
import { footprintText, watchFootprint } from './footprint.ts'
import { addChannels, addPeople, type BenchChannel, type BenchPerson } from './people.ts'
import { type Percentiles, percentilesOf, percent, print } from './print.ts'
import { openApp, openEmptyDatabase } from './product.ts'
import { startServer } from './server.ts'

const CLI = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
const PEOPLE = 100

interface Pair {
  readonly person: BenchPerson
  readonly channel: BenchChannel
}

/** Pairs of new people and channels, cycling through the people. */
async function makePairs(app: App, reveals: number): Promise<Pair[]> {
  const each = Math.ceil(reveals / PEOPLE)
  const channels = await addChannels(app, each)
  const people = await addPeople(app, PEOPLE, { uses: each })
  return channels.flatMap((channel) => people.map((person) => ({ person, channel })))
}

interface Measured extends Percentiles {
  readonly perSecond: number
  /** Processor time per reveal of the process that queries the database. */
  readonly processorMs: number
}

/** Processes all pairs, each worker one after the other. */
async function measure<W>(
  pairs: readonly Pair[],
  workers: readonly W[],
  work: (worker: W, pair: Pair) => Promise<void>,
  readProcessorMs: () => number | Promise<number>,
): Promise<Measured> {
  const processorBefore = await readProcessorMs()
  const times: number[] = []
  const queue = pairs.values()
  const start = performance.now()
  await Promise.all(
    workers.map(async (worker) => {
      for (const pair of queue) {
        const began = performance.now()
        await work(worker, pair)
        times.push(performance.now() - began)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1_000
  const processorMs = ((await readProcessorMs()) - processorBefore) / pairs.length
  return { ...percentilesOf(times), perSecond: pairs.length / seconds, processorMs }
}

async function revealOverHttp(connection: Connection, { person, channel }: Pair): Promise<void> {
  const body = JSON.stringify({ channelId: channel.channelId })
  const { headers } = person
  const { status } = await connection.ask(
    callOf('127.0.0.1', { method: 'POST', path: '/api/getemail', headers, body }),
  )
  if (status !== 200) throw new Error(`a reveal was answered with ${status}`)
}

/** The statements of a charged reveal, as `reveal-contact.ts` runs them. */
async function revealBare(client: pg.PoolClient, { person: { id: holderId }, channel }: Pair): Promise<void> {
  const now = new Date()
  await client.query('start transaction isolation level read committed')
  await client.query('select from holder where id = $1 for no key update', [holderId])
  await client.query(
    `select id, name, thumbnail_url, status = 'gone' from channel
     where (platform_id = $1 or (id = $2 and platform_id is null)) and ($3 or not is_demo) limit 2 for key share`,
    [channel.channelId, null, true],
  )
  const best = `bounced_at is not null, verification = 'invalid', confirmed_at desc nulls last,
    verification = 'valid' desc, last_seen_at desc, contact.id`
  const contact = await client.query<{ id: number }>(
    `select contact.id, (select id from reveal where holder_id = $2 and channel_id = $1) as bought from known_contact contact
     where channel_id = $1 and is_sold order by ${best} limit 1 for key share of contact`,
    [channel.id, holderId],
  )
  const contactId = contact.rows[0]?.id
  const reveal = await client.query<{ id: number }>(
    `with bought as (
       insert into reveal (holder_id, channel_id, contact_id, created_at) values ($1, $2, $3, $4)
       returning holder_id, id, created_at
     )
     insert into purchase (holder_id, reveal_id, channel_name, thumbnail_url, created_at)
     select holder_id, id, $5, $6, created_at from bought returning reveal_id as id`,
    [holderId, channel.id, contactId, now, channel.name, null],
  )
  const revealId = reveal.rows[0]?.id
  await client.query(
    `with chosen as (
       select holder_id, id from uses_lot
       where holder_id = $1 and spent < granted and withdrawn_at is null and (valid_on is null or valid_on = $2)
       order by case kind when 'day' then 0 when 'package' then 2 else 1 end, id limit 1 for no key update
     ), lot as (
       update uses_lot set spent = uses_lot.spent + 1 from chosen
       where uses_lot.holder_id = chosen.holder_id and uses_lot.id = chosen.id and uses_lot.spent < uses_lot.granted
       returning uses_lot.holder_id, uses_lot.id
     )
     insert into uses_entry (holder_id, lot_id, amount, reason, reveal_id, created_at)
     select holder_id, id, -1, 'reveal', $3, $4 from lot returning id`,
    [holderId, moscowDate(now), revealId, now],
  )
  await client.query(
    `select address, coalesce(nullif(source_url, ''), source_kind), last_seen_at,
       (select coalesce(sum(granted - spent), 0) from uses_lot
        where holder_id = $2 and spent < granted and withdrawn_at is null and (valid_on is null or valid_on = $3))
     from contact where id = $1`,
    [contactId, holderId, moscowDate(now)],
  )
  await client.query('commit')
}

function show(name: string, { perSecond, processorMs, p50, p99 }: Measured, base?: Measured): void {
  const ratio = base === undefined ? '' : `  ${percent(perSecond / base.perSecond)}`
  print(
    `${name.padEnd(36)}${Math.round(perSecond).toLocaleString('en').padStart(8)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  processor ${processorMs.toFixed(2)} ms${ratio}`,
  )
}

const reveals = Number(process.argv[2] ?? 5_000)
const count = Number(process.argv[3] ?? 20)
await using stack = new AsyncDisposableStack()
const { url: databaseUrl, dataDir } = stack.use(await openEmptyDatabase())
const app = stack.use(openApp(databaseUrl))
const server = stack.use(await startServer({ databaseUrl }))
const { hostname, port } = new URL(server.url)
const pool = openPool(databaseUrl, { max: count, onLost: () => undefined })
stack.defer(() => pool.end())
const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
stack.defer(() => clients.forEach((client) => client.release()))
const connections = await Promise.all(clients.map(() => openConnection(hostname, Number(port))))
stack.defer(() => connections.forEach((connection) => connection.close()))

const ownProcessorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
const serverProcessorMs = async () => (await server.state()).processorMs
const bare = async (times: number) =>
  measure(await makePairs(app, times), clients, revealBare, ownProcessorMs)
const overHttp = async (times: number) =>
  measure(await makePairs(app, times), connections, revealOverHttp, serverProcessorMs)

print(`${reveals} reveals, ${count} connections; bare pg, HTTP, in turns`)
await bare(500)
await overHttp(500)
for (let round = 1; round <= 3; round += 1) {
  const base = await bare(reveals)
  show('the same transaction, bare pg', base)
  show('reveal through HTTP', await overHttp(reveals), base)
}
const pairs = await makePairs(app, reveals)
const readFootprint = await watchFootprint(app, dataDir)
await measure(pairs, connections, revealOverHttp, serverProcessorMs)
print(`one reveal: ${footprintText(await readFootprint(pairs.length))}`)
// As an operator runs it; it throws where a rule is broken.
const verified = execFileSync(process.execPath, [CLI, 'verify'], {
  encoding: 'utf8',
  env: { ...process.env, DATABASE_URL: databaseUrl },
})
print(
  `verify: ${verified.match(/^ok /gm)?.length} rules hold, ${verified.match(/^BROKEN/gm)?.length ?? 0} broken`,
)
