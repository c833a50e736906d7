/**
 * Session restore: `GET /api/cookie` for people with 10 purchases, against routes with the same answer size that only send
 * a text from memory: one on the same server (same hooks, same headers), one on a bare Fastify. All in one run, with
 * servers and clients in processes of their own and keep-alive connections. Run: `node_modules/.bin/node bench/session.ts
 * [seconds] [connections]`
 */
import { type Crowd, type HttpRequest, startCrowd } from './crowd.ts'
import { addChannels, addPeople, addPurchases } from './people.ts'
import { percent, print } from './print.ts'
import { openApp, openEmptyDatabase } from './product.ts'
import { type BenchServer, startServer } from './server.ts'

const PEOPLE = 200
const PURCHASES = 10

interface Load {
  readonly seconds: number
  readonly connections: number
  readonly server: BenchServer
  readonly crowd: Crowd
}

interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** The server's processor time per request, in µs: the figure that a busy machine distorts least. */
  readonly processor: number
}

/** One request for each person: a session restore with the person's purchases. */
async function prepare(databaseUrl: string): Promise<HttpRequest[]> {
  await using app = openApp(databaseUrl)
  const people = await addPeople(app, PEOPLE, { uses: PURCHASES })
  const channels = await addChannels(app, PEOPLE * PURCHASES)
  for (const [at, { id }] of people.entries())
    await addPurchases(app, id, channels.slice(at * PURCHASES, (at + 1) * PURCHASES))
  await app.databases.pool.query('vacuum analyze')
  return people.map(({ headers }) => ({ method: 'GET', path: '/api/cookie', headers }))
}

async function measure(url: string, requests: readonly HttpRequest[], load: Load): Promise<Measured> {
  const { seconds, connections, server, crowd } = load
  const run = async (duration: number) => {
    const outcome = await crowd.run({ url, requests, seconds: duration, clients: connections })
    const causes = Object.keys(outcome.wrong)
    if (causes.length + outcome.refused.count > 0) throw new Error(`${url}: refused, or ${causes.join(', ')}`)
    return outcome
  }
  await run(1)
  const before = (await server.state()).processorMs
  const { perSecond, served } = await run(seconds)
  const processor = (((await server.state()).processorMs - before) / served.count) * 1_000
  return { perSecond, p50: served.p50, p99: served.p99, processor }
}

function show(name: string, { perSecond, p50, p99, processor }: Measured, base?: Measured): void {
  const cells = [
    name.padEnd(34),
    `${Math.round(perSecond).toLocaleString('en').padStart(7)}/s`,
    `p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`,
    `${Math.round(processor)} µs of processor`,
    ...(base === undefined ? [] : [`${percent(perSecond / base.perSecond)} of memory`]),
  ]
  print(cells.join('  '))
}

const seconds = Number(process.argv[2] ?? 8)
const connections = Number(process.argv[3] ?? 50)
await using database = await openEmptyDatabase()
const databaseUrl = database.url
const everyone = await prepare(databaseUrl)
const one = everyone.slice(0, 1)
const constant = await restoredSession(one[0]!)
await using server = await startServer({ databaseUrl, constant })
await using crowd = await startCrowd()
const load = { seconds, connections, server, crowd }
const memory = one.map((request) => ({ ...request, path: '/constant' }))

print(
  `${Buffer.byteLength(constant)} bytes, ${PURCHASES} purchases, ${connections} connections, ${seconds} s each`,
)
const same = await measure(server.url, memory, load)
show('from memory, the same server', same)
show('from memory, a bare Fastify', await measure(server.bareUrl, memory, load))
show('session restore, one person', await measure(server.url, one, load), same)
show(`session restore, ${PEOPLE} people in turn`, await measure(server.url, everyone, load), same)

async function restoredSession({ path, headers }: HttpRequest): Promise<string> {
  await using plain = await startServer({ databaseUrl })
  return await (await fetch(plain.url + path, { headers })).text()
}
