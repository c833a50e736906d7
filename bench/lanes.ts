/**
 * Everybody else while a crowd searches: `GET /cookie`, login, reveal and payment, quiet and with a number of searching clients,
 * then searches at one and five times what the server can do. Server, crowd and measurer are separate processes; the
 * payment provider is the stand-in, in the measurer's process. Run:
 * `node_modules/.bin/node bench/lanes.ts --keep FOLDER [--channels 1000000] [--clients 1000] [--seconds 20] [--pools 4,8]`
 * It adds people, reveals and payments to the catalogue, so give it a copy.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import { startLocalYookassa } from '#local/yookassa/local-yookassa.ts'
import { LOCAL_SHOP } from '#server/config/shop.ts'
import { hashPassword } from '#server/people/passwords.ts'
import { type Crowd, type Outcome, type Plan, searchRequest, startCrowd } from './crowd.ts'
import { addPeople, type BenchPerson } from './people.ts'
import { megabytes, type Percentiles, percent, percentilesOf, print } from './print.ts'
import { postmasterOf, watchProcessors } from './processor-time.ts'
import { JSON_HEADERS, log, openApp } from './product.ts'
import { type Catalogue, openCatalogue } from './search-catalogue.ts'
import { bodyOf, isOfMix } from './search-queries.ts'
import { startServer } from './server.ts'

const PEOPLE = 1_500
/** Enough for every connection to be busy, and few enough for nobody to be refused. */
const PEAK_CLIENTS = 32
const PASSWORD = 'a password of the benchmark'

interface Prepared {
  readonly people: readonly BenchPerson[]
  readonly channelIds: readonly string[]
}

/** People with passwords and sessions, and channels to reveal. */
async function prepare(databaseUrl: string): Promise<Prepared> {
  await using app = openApp(databaseUrl)
  const people = await addPeople(app, PEOPLE, { uses: 20, passwordHash: await hashPassword(PASSWORD) })
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

type Others = Readonly<Record<string, Percentiles>>

/** What people do who do not search; each kind at its own pace, one call at a time. */
function makeOthers(url: string, { people, channelIds }: Prepared) {
  const send = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ) => {
    const given = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${url}/api/${path}`, { method, headers, ...given })
    await response.arrayBuffer()
    return response.status
  }
  const counts = { channel: 0, buyer: 0 }
  const turn = (index: number) => people[index % people.length]!
  type Act = (index: number) => Promise<number>
  const kinds: Readonly<Record<string, { readonly everyMs: number; readonly act: Act }>> = {
    cookie: { everyMs: 10, act: (index) => send('GET', 'cookie', turn(index).headers) },
    login: {
      everyMs: 300,
      act: (index) => send('POST', 'login', JSON_HEADERS, { email: turn(index).email, password: PASSWORD }),
    },
    reveal: {
      everyMs: 50,
      act: (index) =>
        send('POST', 'getemail', turn(index).headers, { channelId: channelIds[counts.channel++] }),
    },
    // Each by somebody else: the same order again would only be looked up.
    payment: {
      everyMs: 100,
      act: () => {
        const { id, email, headers } = turn(counts.buyer++)
        return send('POST', 'payment', headers, { user_id: id, packageId: 1, userEmail: email })
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
      return [name, percentilesOf(times)] as const
    })
    return Object.fromEntries(await Promise.all(measured))
  }
}

interface World {
  readonly catalogue: Catalogue
  readonly paymentsUrl: string
  readonly crowd: Crowd
}

interface Options {
  /** Connections for searches; the default when empty. */
  readonly pool: string
  readonly clients: number
  readonly seconds: number
  /** How long after the crowd the memory is read again. */
  readonly restSeconds: number
}

async function measure({ catalogue, paymentsUrl, crowd }: World, options: Options): Promise<void> {
  const { pool, clients, seconds, restSeconds } = options
  const databaseUrl = catalogue.url
  const env: Record<string, string> = pool === '' ? {} : { DATABASE_SEARCH_POOL: pool }
  await using server = await startServer({ databaseUrl, env, paymentsUrl })
  const { url } = server
  const requests = catalogue.queries.filter(isOfMix).map((query) => searchRequest(bodyOf(query)))
  const others = makeOthers(url, await prepare(databaseUrl))
  const pids = {
    postgres: await postmasterOf(catalogue.dataDir),
    server: server.pid,
    crowd: crowd.pid,
    measurer: process.pid,
  }
  const watched = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    await server.state()
    const start = performance.now()
    const watch = await watchProcessors(pids)
    const result = await work()
    const { of, others: foreign, stolen, load } = await watch()
    const elapsed = performance.now() - start
    const shares = Object.entries(of).map(([name, used]) => `${name} ${percent(used / elapsed)}`)
    const { lateMs } = await server.state()
    print(
      `${what}: processors: ${shares.join(', ')}, others ${percent(foreign)}, stolen ${percent(stolen)}; load ${load.toFixed(1)}; server's timers late p99 ${ms(lateMs)}`,
    )
    return result
  }
  const searchAll = (plan: Partial<Plan>) => crowd.run({ url, requests, seconds, ...plan })

  // Caches, plans, compiled code and the young heap, as after the first minutes of any working server.
  await searchAll({ clients: 16, seconds: 8 })
  await others(3)
  const peak = await watched('the peak', () => searchAll({ clients: PEAK_CLIENTS }))
  printOutcome(`${PEAK_CLIENTS} clients`, peak)
  await pause(1_000)
  const rest = await server.state()

  const quiet = await watched('quiet', () => others(seconds))
  const [searched, crowded] = await watched('the crowd', () =>
    Promise.all([searchAll({ clients, seconds: seconds + 2 }), pause(1_500).then(() => others(seconds))]),
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
  const crowdedState = await server.state()
  await pause(restSeconds * 1_000)
  const states = { 'at rest': rest, 'after the crowds': crowdedState, later: await server.state() }
  for (const [when, { rss, heapTotal, heapUsed, external }] of Object.entries(states)) {
    print(
      `memory ${when}: ${megabytes(rss)} (heap ${megabytes(heapUsed)} of ${megabytes(heapTotal)}, external ${megabytes(external)}), ${(rss / rest.rss).toFixed(2)}x of rest`,
    )
  }
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
await using stack = new AsyncDisposableStack()
const catalogue = stack.use(await openCatalogue(Number(values.channels), values.keep))
const provider = stack.adopt(Fastify(), (fastify) => fastify.close())
const yookassa = startLocalYookassa({ log, ...LOCAL_SHOP, notifyUrl: null })
stack.defer(() => yookassa.close())
await yookassa.register(provider)
const paymentsUrl = `${await provider.listen({ port: 0, host: '127.0.0.1' })}/local/yookassa/v3`
const crowd = stack.use(await startCrowd())
const load = {
  clients: Number(values.clients),
  seconds: Number(values.seconds),
  restSeconds: Number(values.rest),
}
for (const pool of values.pools.split(',')) {
  print(
    `${values.channels} channels, ${load.clients} clients, connections for searches: ${pool || 'as by default'}`,
  )
  await measure({ catalogue, paymentsUrl, crowd }, { pool, ...load })
}
