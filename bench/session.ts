/**
 * Session restore: `GET /api/cookie` for people with 10 purchases, against routes with the same answer size that only send
 * a text from memory: one on the same server (same hooks, same headers), one on a bare Fastify. All in one run, with
 * servers in a separate process and keep-alive connections. Run: `node_modules/.bin/node bench/session.ts [seconds]
 * [connections]`
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import Fastify from 'fastify'
import { pino } from 'pino'
import type { App } from '#server/app.ts'
import { createApp } from '#server/create-app.ts'
import { readConfig } from '#server/config/config.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { giveUses } from '#server/features/uses/ledger.sql.ts'
import { SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import { createServer } from '#server/http/server.ts'
import { sessionExpiry, sessionTokenHash } from '#server/features/sessions/find-caller.ts'

const PEOPLE = 200
const PURCHASES = 10
const KEY = { 'x-api-key': 'channelbook-web' }
const log = pino({ level: 'warn' })

const tokenOf = (person: number) => `bench-session-${person}`
const cookieOf = (person: number) => ({ ...KEY, cookie: `${SESSION_COOKIE}=${tokenOf(person)}` })

function openApp(databaseUrl: string): App {
  const config = readConfig({ ...process.env, RATE_LIMITS: 'off' })
  return createApp(config, { databaseUrl, smtpUrl: 'smtp://127.0.0.1:9', log })
}

/** The child process: the product's server and a bare one, both of which also send a text from memory. */
async function serve(databaseUrl: string): Promise<void> {
  const app = openApp(databaseUrl)
  let text = ''
  const sendText = async (
    _request: unknown,
    reply: { type(type: string): { send(text: string): unknown } },
  ) => reply.type('application/json; charset=utf-8').send(text)
  const product = await createServer({
    app,
    distFolder: null,
    extraRoutes: [(fastify) => void fastify.get('/memory', sendText)],
  })
  const bare = Fastify()
  bare.get('/memory', sendText)
  const productUrl = await product.listen({ port: 0, host: '127.0.0.1' })
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })
  text = await (await fetch(`${productUrl}/api/cookie`, { headers: cookieOf(1) })).text()
  process.on('message', () => process.send?.(process.cpuUsage()))
  process.send?.({ productUrl, bareUrl, bytes: Buffer.byteLength(text) })
}

async function fill(app: App): Promise<void> {
  const now = app.clock.now()
  await app.pool.query(
    `insert into channel (platform_id, name, name_key, search_words, source, url, thumbnail_url, has_contact, fetched_at)
     select 'UC' || lpad(n::text, 22, '0'), 'Channel ' || n, 'channel ' || n, 'channel ' || n, 'bench',
       'https://videos.example/channel/' || n, 'https://images.example/' || n || '.jpg', true, $1
     from generate_series(1, $2::int) n`,
    [now, PEOPLE * PURCHASES],
  )
  await app.pool.query(
    `insert into contact (channel_id, address, source_kind, source_url, first_seen_at, last_seen_at)
     select id, 'owner' || id || '@creator.example', 'import', 'https://videos.example/about/' || id, $1, $1 from channel`,
    [now],
  )
  for (let person = 1; person <= PEOPLE; person += 1) await addPerson(app, person, now)
  await app.pool.query('vacuum analyze')
}

async function addPerson({ db }: App, person: number, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('person')
      .values({
        email: `person${person}@buyer.example`,
        username: `person_${person}`,
        agreement_version: '1',
        agreed_at: now,
        consent_version: '1',
        consented_at: now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await giveUses(tx, { personId: id, kind: 'welcome', reason: 'welcome', amount: 3, now })
    await tx
      .insertInto('session')
      .values({
        person_id: id,
        token_hash: sessionTokenHash(tokenOf(person)),
        csrf_token: 'a'.repeat(43),
        created_at: now,
        last_seen_at: now,
        expires_at: sessionExpiry(now),
      })
      .execute()
    const reveals = await tx
      .insertInto('reveal')
      .columns(['person_id', 'channel_id', 'contact_id', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('contact')
          .select((of) => [of.val(id).as('person_id'), 'channel_id', 'id', of.val(now).as('created_at')])
          .where('channel_id', '>', (person - 1) * PURCHASES)
          .where('channel_id', '<=', person * PURCHASES),
      )
      .returning(['id', 'channel_id'])
      .execute()
    const records = reveals.map((reveal) => ({
      person_id: id,
      reveal_id: reveal.id,
      channel_name: `Channel ${reveal.channel_id}`,
      thumbnail_url: `https://images.example/${reveal.channel_id}.jpg`,
      created_at: now,
    }))
    await tx.insertInto('purchase').values(records).execute()
  })
}

type Requests = readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[]

interface Load {
  readonly seconds: number
  readonly connections: number
  readonly server: ChildProcess
}

interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** The server's processor time per request, in µs: the figure that a busy machine distorts least. */
  readonly cpu: number
}

async function measure(
  url: string,
  requests: Requests,
  { seconds, connections, server }: Load,
): Promise<Measured> {
  const run = (duration: number) =>
    autocannon({
      url,
      connections,
      duration,
      requests,
      // Connections start at different people; otherwise all would request the same one at the same moment.
      setupClient: (client) => {
        if (requests.length === 1) return
        const start = Math.floor(requests.length * ((started += 0.618) % 1))
        client.setRequests(
          [...requests.slice(start), ...requests.slice(0, start)].map((request) => ({ ...request })),
        )
      },
    })
  await run(1)
  const before = await cpuOf(server)
  const { requests: done, latency, non2xx, errors } = await run(seconds)
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`)
  const cpu = ((await cpuOf(server)) - before) / done.total
  return { perSecond: done.average, p50: latency.p50, p99: latency.p99, cpu }
}

async function cpuOf(server: ChildProcess): Promise<number> {
  server.send('cpu')
  const [{ user, system }] = (await once(server, 'message')) as [NodeJS.CpuUsage]
  return user + system
}

let started = 0

async function main(): Promise<void> {
  const seconds = Number(process.argv[2] ?? 8)
  const connections = Number(process.argv[3] ?? 50)
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const postgres = await openEmbeddedPostgres({ dataDir, role: 'tool', log })
  stack.defer(() => postgres.close())
  await migrate(postgres.url)
  process.env['DATA_DIR'] = dataDir
  const app = stack.use(openApp(postgres.url))
  await fill(app)

  const server = fork(fileURLToPath(import.meta.url), ['serve', postgres.url])
  stack.defer(async () => {
    server.kill()
    await once(server, 'exit')
  })
  const [{ productUrl, bareUrl, bytes }] = (await once(server, 'message')) as [
    { productUrl: string; bareUrl: string; bytes: number },
  ]
  const one = [{ method: 'GET', path: '/api/cookie', headers: cookieOf(1) }]
  const everyone = Array.from({ length: PEOPLE }, (_, index) => ({
    method: 'GET',
    path: '/api/cookie',
    headers: cookieOf(index + 1),
  }))
  const memory = [{ method: 'GET', path: '/memory', headers: cookieOf(1) }]
  const load = { seconds, connections, server }

  process.stdout.write(
    `${bytes} bytes, ${PURCHASES} purchases, ${connections} connections, ${seconds} s each\n`,
  )
  const same = await measure(productUrl, memory, load)
  print('from memory, the same server', same)
  print('from memory, a bare Fastify', await measure(bareUrl, memory, load))
  print('session restore, one person', await measure(productUrl, one, load), same)
  print(`session restore, ${PEOPLE} people in turn`, await measure(productUrl, everyone, load), same)
}

function print(name: string, { perSecond, p50, p99, cpu }: Measured, base?: Measured): void {
  const cells = [
    name.padEnd(34),
    `${Math.round(perSecond).toLocaleString('en').padStart(7)}/s`,
    `p50 ${p50} ms`.padEnd(10),
    `p99 ${p99} ms`.padEnd(11),
    `${Math.round(cpu)} µs of CPU`,
    ...(base === undefined ? [] : [`${Math.round((perSecond / base.perSecond) * 100)} % of memory`]),
  ]
  process.stdout.write(`${cells.join('  ')}\n`)
}

if (process.argv[2] === 'serve') await serve(process.argv[3] ?? '')
else await main()
