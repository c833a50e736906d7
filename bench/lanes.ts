/**
 * Everybody else while a crowd searches: `GET /cookie`, login, reveal and payment, quiet and with so many searching clients,
 * then searches at one and five times what the server can do. Server, crowd and measurer are separate processes; the
 * payment provider is the stand-in, in the measurer's process. Run:
 * `node_modules/.bin/node bench/lanes.ts --keep FOLDER [--channels 1000000] [--clients 1000] [--seconds 20] [--pool 8]`
 * It adds people, reveals and payments to the catalogue, so give it a copy.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
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
import { hashPassword } from '#server/people/passwords.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { TestClient } from '#test/support/test-client.ts'
import { figuresOf, megabytes, percent, print } from './print-figures.ts'
import { watchProcessors } from './processor-time.ts'
import { openCatalogue, postmasterOf } from './search-catalogue.ts'
import { bodyOf, isOfMix } from './search-queries.ts'
import { HEADERS } from './search-server.ts'

const PEOPLE = 1_500
const PASSWORD = 'a password of the benchmark'
const log = pino({ level: 'error' })

function openBenchApp(databaseUrl: string, pool: string, paymentsUrl: string) {
  const config = readConfig({ ...process.env, RATE_LIMITS: 'off', DATABASE_SEARCH_POOL: pool })
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
  process.on('message', () => process.send?.(process.memoryUsage.rss()))
  process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }))
}

interface Crowd {
  readonly url: string
  readonly texts: readonly string[]
  readonly seconds: number
  /** So many clients, each of which waits for its answer, or calls per second whatever is answered. */
  readonly clients?: number
  readonly perSecond?: number
}

interface Outcome {
  readonly served: number
  readonly perSecond: number
  readonly servedTimes: ReturnType<typeof figuresOf>
  readonly refused: number
  readonly refusedTimes: ReturnType<typeof figuresOf>
  /** Refusals without Retry-After, other answers, broken connections. */
  readonly wrong: number
  /** How many of the planned calls were not sent, because the process itself was too busy. */
  readonly unsent: number
}

/** The child process: searches until its time is over. */
async function crowd(): Promise<void> {
  for (;;) {
    const [plan] = (await once(process, 'message')) as [Crowd]
    process.send?.(await search(plan))
  }
}

async function search({ url, texts, seconds, clients, perSecond }: Crowd): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients ?? Number.POSITIVE_INFINITY })
  const served: number[] = []
  const refused: number[] = []
  let wrong = 0
  let unsent = 0
  let next = Math.floor(Math.random() * texts.length)
  const begin = performance.now()
  const end = begin + seconds * 1_000
  const one = async (): Promise<number> => {
    const start = performance.now()
    const { status, retryAfter } = await call(agent, `${url}/api/search`, texts[next++ % texts.length] ?? '')
    const ms = performance.now() - start
    if (status === 200) served.push(ms)
    else if (status === 503) refused.push(ms)
    if (status !== 200 && (status !== 503 || retryAfter === 0)) wrong += 1
    return retryAfter
  }
  if (clients !== undefined) {
    const client = async () => {
      while (performance.now() < end) {
        const retryAfter = await one()
        // As the web does: after that time, and up to a second of chance.
        if (retryAfter > 0) await pause((retryAfter + Math.random()) * 1_000)
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
  }
  if (perSecond !== undefined) {
    const running = new Set<Promise<unknown>>()
    let sent = 0
    for (let now = begin; now < end; now = performance.now()) {
      const due = Math.floor(((now - begin) / 1_000) * perSecond)
      for (; sent < due; sent += 1) {
        if (running.size > 20_000) unsent += 1
        else {
          const each = one().finally(() => running.delete(each))
          running.add(each)
        }
      }
      await pause(1)
    }
    await Promise.all(running)
  }
  const elapsed = (performance.now() - begin) / 1_000
  agent.destroy()
  return {
    served: served.length,
    perSecond: served.length / elapsed,
    servedTimes: figuresOf(served),
    refused: refused.length,
    refusedTimes: figuresOf(refused),
    wrong,
    unsent,
  }
}

function call(agent: Agent, url: string, body: string): Promise<{ status: number; retryAfter: number }> {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', agent, headers: HEADERS }, (response) => {
      response.resume()
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: Number(response.headers['retry-after'] ?? 0),
        }),
      )
    })
    sent.on('error', () => resolve({ status: 0, retryAfter: 0 }))
    sent.end(body)
  })
}

type Others = Readonly<Record<string, ReturnType<typeof figuresOf>>>

/** What people do who do not search; each kind at its own pace, one call at a time. */
function makeOthers(people: readonly Person[], channelIds: readonly string[]) {
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
      pool: { type: 'string', default: '8' },
    },
  })
  const seconds = Number(values.seconds)
  await using catalogue = await openCatalogue(Number(values.channels), values.keep)
  await using stack = new AsyncDisposableStack()
  const provider = stack.adopt(Fastify(), (fastify) => fastify.close())
  const yookassa = startLocalYookassa({ log, ...LOCAL_SHOP, notifyUrl: null })
  stack.defer(() => yookassa.close())
  await yookassa.register(provider)
  const paymentsUrl = `${await provider.listen({ port: 0, host: '127.0.0.1' })}/local/yookassa/v3`
  const server = stack.use(await child('serve', catalogue.url, values.pool, paymentsUrl))
  const [url] = (await once(server, 'message')) as [string]
  const searchers = stack.use(await child('crowd'))
  const texts = catalogue.queries.filter(isOfMix).map((query) => JSON.stringify(bodyOf(query)))

  const visitor = () => new TestClient({ baseUrl: url, apiKey: HEADERS['x-api-key'] })
  const { people, channelIds } = await prepare(catalogue.url, visitor)
  const others = makeOthers(people, channelIds)
  const pids = {
    postgres: await postmasterOf(catalogue.dataDir),
    server: server.pid ?? 0,
    crowd: searchers.pid ?? 0,
    measurer: process.pid,
  }
  const watched = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const watch = await watchProcessors(pids)
    const result = await work()
    const { of, others: foreign, load } = await watch()
    const elapsed = performance.now() - start
    const shares = Object.entries(of).map(([name, ms]) => `${name} ${percent(ms / elapsed)}`)
    print(`  processors: ${shares.join(', ')}, others ${percent(foreign)}; load ${load.toFixed(1)}; ${what}`)
    return result
  }
  const searchAll = (plan: Partial<Crowd>) =>
    ask<Outcome>(searchers, { url, texts, seconds, ...plan } satisfies Crowd)
  const memory = () => ask<number>(server, {})

  print(`${values.channels} channels, ${values.pool} connections for searches, ${values.clients} clients`)
  // Caches, plans and compiled code.
  await searchAll({ clients: 8, seconds: 5 })
  await others(3)
  const rest = await memory()

  const quiet = await watched('quiet', () => others(seconds))
  const [searched, crowded] = await watched('the crowd', () =>
    Promise.all([
      searchAll({ clients: Number(values.clients), seconds: seconds + 2 }),
      later(() => others(seconds)),
    ]),
  )
  for (const [name, { count, p50, p95, p99, slowest }] of Object.entries(crowded)) {
    const before = quiet[name]!
    print(
      `${name.padEnd(8)} quiet p50 ${ms(before.p50)} p99 ${ms(before.p99)}, crowd p50 ${ms(p50)} p95 ${ms(p95)} p99 ${ms(p99)} slowest ${ms(slowest)} (${count}); p50 x${(p50 / before.p50).toFixed(1)}, p99 x${(p99 / before.p99).toFixed(1)}`,
    )
  }
  printOutcome('closed loop', searched)
  print(`memory: ${megabytes(rest)} at rest, ${megabytes(await memory())} in the crowd`)

  const capacity = searched.perSecond
  const outcomes: number[] = []
  for (const factor of [1, 5]) {
    const outcome = await watched(`${factor}x`, () => searchAll({ perSecond: capacity * factor }))
    printOutcome(`${factor}x, ${Math.round(capacity * factor)}/s`, outcome)
    outcomes.push(outcome.perSecond)
    await pause(2_000)
  }
  const [one = 0, five = 0] = outcomes
  print(`goodput at 5x: ${percent(five / Math.max(one, capacity))} of the peak`)
  const peak = await memory()
  await pause(60_000)
  const after = await memory()
  print(
    `memory: ${megabytes(peak)} after it, ${megabytes(after)} a minute later: ${(after / rest).toFixed(2)}x of rest`,
  )
}

/** Once the crowd is there. */
async function later<T>(work: () => Promise<T>): Promise<T> {
  await pause(1_500)
  return work()
}

const ms = (value: number) => `${value.toFixed(1)} ms`

function printOutcome(
  name: string,
  { perSecond, servedTimes, refused, refusedTimes, wrong, unsent }: Outcome,
) {
  print(
    `${name}: ${Math.round(perSecond)} served/s, p50 ${ms(servedTimes.p50)} p99 ${ms(servedTimes.p99)}; ${refused} refused, p50 ${ms(refusedTimes.p50)} p99 ${ms(refusedTimes.p99)} slowest ${ms(refusedTimes.slowest)}; ${wrong} wrong, ${unsent} not sent`,
  )
}

async function prepare(databaseUrl: string, visitor: () => TestClient) {
  await using app = openBenchApp(databaseUrl, '8', '')
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
else if (role === 'crowd') await crowd()
else await main()
