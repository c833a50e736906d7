/**
 * Everybody else while a crowd searches: `GET /cookie`, login, reveal and payment, quiet and with so many searching clients,
 * then searches at one and five times what the server can do. Server, crowd and measurer are separate processes; the
 * payment provider is the stand-in, in the measurer's process. Run:
 * `node_modules/.bin/node bench/lanes.ts --keep FOLDER [--channels 1000000] [--clients 1000] [--seconds 20] [--pools 4,8]`
 * It adds people, reveals and payments to the catalogue, so give it a copy.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import { pino } from 'pino'
import { startLocalYookassa } from '#local/yookassa/local-yookassa.ts'
import { createApp } from '#server/create-app.ts'
import { readConfig } from '#server/config/config.ts'
import { LOCAL_SHOP } from '#server/config/shop.ts'
import { createServer } from '#server/http/server.ts'
import { BACKLOG } from '#server/start-server.ts'
import { hashPassword } from '#server/people/passwords.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { TestClient } from '#test/support/test-client.ts'
import { figuresOf, megabytes, percent, print } from './print-figures.ts'
import { watchProcessors } from './processor-time.ts'
import { type Catalogue, openCatalogue, postmasterOf } from './search-catalogue.ts'
import { type Crowd, type Outcome, startCrowd } from './search-crowd.ts'
import { bodyOf, isOfMix } from './search-queries.ts'
import { HEADERS } from './search-server.ts'

const PEOPLE = 1_500
/** Enough for every connection to be busy, and few enough for nobody to be refused. */
const PEAK_CLIENTS = 32
const PASSWORD = 'a password of the benchmark'
const log = pino({ level: 'error' })

function openBenchApp(databaseUrl: string, pool: string, paymentsUrl: string) {
  const searchPool = pool === '' ? {} : { DATABASE_SEARCH_POOL: pool }
  const config = readConfig({ ...process.env, RATE_LIMITS: 'off', ...searchPool })
  return createApp(config, {
    databaseUrl,
    smtpUrl: 'smtp://127.0.0.1:9',
    log,
    localPaymentsUrl: () => paymentsUrl,
    // Every login is a security event.
    securityDestination: { write: () => undefined },
  })
}

async function serve(databaseUrl: string, pool: string, paymentsUrl: string): Promise<void> {
  const app = openBenchApp(databaseUrl, pool, paymentsUrl)
  const server = await createServer({ app, distFolder: null })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  process.on('message', () => {
    process.send?.({ ...process.memoryUsage(), lateMs: delay.percentile(99) / 1e6 - 5 } satisfies State)
    delay.reset()
  })
  process.send?.(await server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }))
}

/** The server's memory in bytes, and how late its timers have been since the last reading, in ms. */
interface State extends NodeJS.MemoryUsage {
  readonly lateMs: number
}

type Others = Readonly<Record<string, ReturnType<typeof figuresOf>>>

/** What people do who do not search; each kind at its own pace, one call at a time. */
function makeOthers({ people, channelIds }: Prepared) {
  let channel = 0
  let buyer = 0
  const turn = (index: number) => people[index % people.length]!
  const kinds: Readonly<
    Record<string, { readonly everyMs: number; act: (index: number) => Promise<number> }>
  > = {
    cookie: {
      everyMs: 10,
      act: async (index) => (await turn(index).client.send('GET', '/api/cookie')).status,
    },
    login: {
      everyMs: 300,
      act: async (index) => {
        const { email, visitor } = turn(index)
        const body = { email, password: PASSWORD }
        return (await visitor().call('POST /login', { body })).status
      },
    },
    reveal: {
      everyMs: 50,
      act: async (index) => {
        const body = { channelId: channelIds[channel++] ?? '' }
        return (await turn(index).client.call('POST /getemail', { body })).status
      },
    },
    // Each by somebody else: the same order again would only be looked up.
    payment: {
      everyMs: 100,
      act: async () => {
        const { client, email } = turn(buyer++)
        const body = { user_id: client.userId!, packageId: 1, userEmail: email }
        return (await client.call('POST /payment', { body })).status
      },
    },
  }
  return async (seconds: number): Promise<Others> => {
    const end = performance.now() + seconds * 1_000
    const measured = Object.entries(kinds).map(async ([name, { everyMs, act }]) => {
      const times: number[] = []
      for (let index = 0; performance.now() < end; index += 1) {
        const start = performance.now()
        const status = await act(index)
        if (status !== 200) throw new Error(`${name} was answered with ${status}`)
        times.push(performance.now() - start)
        await pause(everyMs)
      }
      return [name, figuresOf(times)] as const
    })
    return Object.fromEntries(await Promise.all(measured))
  }
}

interface Prepared {
  readonly people: readonly Person[]
  readonly channelIds: readonly string[]
}

interface Person {
  readonly email: string
  readonly client: TestClient
  readonly visitor: () => TestClient
}

async function child(...parameters: readonly string[]): Promise<ChildProcess & AsyncDisposable> {
  const process = fork(fileURLToPath(import.meta.url), parameters)
  return Object.assign(process, {
    async [Symbol.asyncDispose]() {
      process.kill()
      await once(process, 'exit')
    },
  })
}

async function ask<T>(of: ChildProcess, question: object): Promise<T> {
  of.send(question)
  const [answer] = (await once(of, 'message')) as [T]
  return answer
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      keep: { type: 'string' },
      channels: { type: 'string', default: '1000000' },
      clients: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '20' },
      pools: { type: 'string', default: '' },
      rest: { type: 'string', default: '60' },
    },
  })
  await using catalogue = await openCatalogue(Number(values.channels), values.keep)
  await using stack = new AsyncDisposableStack()
  const provider = stack.adopt(Fastify(), (fastify) => fastify.close())
  const yookassa = startLocalYookassa({ log, ...LOCAL_SHOP, notifyUrl: null })
  stack.defer(() => yookassa.close())
  await yookassa.register(provider)
  const paymentsUrl = `${await provider.listen({ port: 0, host: '127.0.0.1' })}/local/yookassa/v3`
  const crowd = stack.use(await startCrowd())
  for (const pool of values.pools.split(',')) {
    print(
      `${values.channels} channels, ${values.clients} clients, connections for searches: ${pool || 'as by default'}`,
    )
    await measure(
      { catalogue, paymentsUrl, crowd },
      {
        pool,
        clients: Number(values.clients),
        seconds: Number(values.seconds),
        restSeconds: Number(values.rest),
      },
    )
  }
}

interface World {
  readonly catalogue: Catalogue
  readonly paymentsUrl: string
  readonly crowd: ChildProcess
}

interface Plan {
  /** Connections for searches; the default when empty. */
  readonly pool: string
  readonly clients: number
  readonly seconds: number
  /** How long after the crowd the memory is read again. */
  readonly restSeconds: number
}

async function measure(
  { catalogue, paymentsUrl, crowd }: World,
  { pool, clients, seconds, restSeconds }: Plan,
): Promise<void> {
  await using server = await child('serve', catalogue.url, pool, paymentsUrl)
  const [url] = (await once(server, 'message')) as [string]
  const texts = catalogue.queries.filter(isOfMix).map((query) => JSON.stringify(bodyOf(query)))
  const others = makeOthers(await prepare(catalogue.url, url))
  const pids = {
    postgres: await postmasterOf(catalogue.dataDir),
    server: server.pid ?? 0,
    crowd: crowd.pid ?? 0,
    measurer: process.pid,
  }
  const read = () => ask<State>(server, {})
  const watched = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    await read()
    const start = performance.now()
    const watch = await watchProcessors(pids)
    const result = await work()
    const { of, others: foreign, stolen, load } = await watch()
    const elapsed = performance.now() - start
    const shares = Object.entries(of).map(([name, used]) => `${name} ${percent(used / elapsed)}`)
    const { lateMs } = await read()
    print(
      `${what}: processors: ${shares.join(', ')}, others ${percent(foreign)}, stolen ${percent(stolen)}; load ${load.toFixed(1)}; server's timers late p99 ${ms(lateMs)}`,
    )
    return result
  }
  const searchAll = (plan: Partial<Crowd>) =>
    ask<Outcome>(crowd, { url, texts, seconds, ...plan } satisfies Crowd)

  // Caches, plans, compiled code and the young heap, as after the first minutes of any working server.
  await searchAll({ clients: 16, seconds: 8 })
  await others(3)
  const peak = await watched('the peak', () => searchAll({ clients: PEAK_CLIENTS }))
  printOutcome(`${PEAK_CLIENTS} clients`, peak)
  await pause(1_000)
  const rest = await read()

  const quiet = await watched('quiet', () => others(seconds))
  const [searched, crowded] = await watched('the crowd', () =>
    Promise.all([searchAll({ clients, seconds: seconds + 2 }), later(() => others(seconds))]),
  )
  for (const [name, { count, p50, p95, p99, slowest }] of Object.entries(crowded)) {
    const before = quiet[name]!
    print(
      `  ${name.padEnd(8)} quiet p50 ${ms(before.p50)} p99 ${ms(before.p99)}, crowd p50 ${ms(p50)} p95 ${ms(p95)} p99 ${ms(p99)} slowest ${ms(slowest)} (${count}); p50 x${(p50 / before.p50).toFixed(1)}, p99 x${(p99 / before.p99).toFixed(1)}`,
    )
  }
  printOutcome('closed loop', searched)

  let goodput = 0
  for (const factor of [1, 5]) {
    const perSecond = peak.perSecond * factor
    const outcome = await watched(`${factor}x`, () => searchAll({ perSecond }))
    printOutcome(`${Math.round(perSecond)} calls/s`, outcome)
    goodput = outcome.perSecond
    await pause(2_000)
  }
  print(`goodput at 5x: ${percent(goodput / peak.perSecond)} of the peak`)
  const crowdedMemory = await read()
  await pause(restSeconds * 1_000)
  const after = await read()
  for (const [when, memory] of Object.entries({
    'at rest': rest,
    'after the crowds': crowdedMemory,
    later: after,
  })) {
    const { rss, heapTotal, heapUsed, external } = memory
    print(
      `memory ${when}: ${megabytes(rss)} (heap ${megabytes(heapUsed)} of ${megabytes(heapTotal)}, external ${megabytes(external)}), ${(rss / rest.rss).toFixed(2)}x of rest`,
    )
  }
}

/** Once the crowd is there. */
async function later<T>(work: () => Promise<T>): Promise<T> {
  await pause(1_500)
  return work()
}

const ms = (value: number) => `${value.toFixed(1)} ms`

function printOutcome(
  name: string,
  { perSecond, served, refused, wrong, unsent, late, connected }: Outcome,
): void {
  const causes = Object.entries(wrong).map(([cause, count]) => `${count} x ${cause}`)
  print(
    `  ${name}: ${Math.round(perSecond)} served/s, p50 ${ms(served.p50)} p99 ${ms(served.p99)}; ${refused.count} refused, p50 ${ms(refused.p50)} p99 ${ms(refused.p99)} slowest ${ms(refused.slowest)}; wrong: ${causes.join(', ') || 'none'}; ${unsent} not sent`,
  )
  print(
    `    the crowd's timers late p99 ${ms(late.p99)} at most ${ms(late.slowest)}; connecting p50 ${ms(connected.p50)} p99 ${ms(connected.p99)} slowest ${ms(connected.slowest)}`,
  )
}

/** People with passwords and sessions, and channels to reveal. */
async function prepare(databaseUrl: string, baseUrl: string): Promise<Prepared> {
  await using app = openBenchApp(databaseUrl, '', '')
  const visitor = () => new TestClient({ baseUrl, apiKey: HEADERS['x-api-key'] })
  const password_hash = await hashPassword(PASSWORD)
  const people: Person[] = []
  for (let number = 0; number < PEOPLE; number += 1) {
    const person = await makePerson(app, { uses: 20, email: `${crypto.randomUUID()}@buyer.example` })
    await app.db.updateTable('person').set({ password_hash }).where('id', '=', person.id).execute()
    const client = await logIn({ app, client: visitor }, person)
    people.push({ email: person.email, client, visitor })
  }
  const channels = await app.db
    .selectFrom('channel')
    .select('platform_id')
    .where('has_contact', '=', true)
    .where('platform_id', 'is not', null)
    .orderBy('id')
    .limit(20_000)
    .execute()
  return { people, channelIds: channels.map(({ platform_id }) => platform_id!) }
}

const [role = '', ...parameters] = process.argv.slice(2)
if (role === 'serve') await serve(parameters[0]!, parameters[1]!, parameters[2]!)
else await main()
