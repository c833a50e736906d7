import { callOf, type Crowd, type HttpRequest, openConnection, searchRequest, startCrowd } from './crowd.ts'
import { median, percentilesOf, type Report } from './print.ts'
import { postmasterOf, watchProcessors } from './processor-time.ts'
import type { Catalogue } from './search-catalogue.ts'
import { bodyOf, isOfMix } from './search-queries.ts'
import { startServer } from './server.ts'
import { bareConnection, type Statement, statementOf } from './search-statements.ts'

/** A shop that is real by its settings: nothing is sold in a benchmark. */
const REAL_SHOP = {
  YOOKASSA_SHOP_ID: '123456',
  YOOKASSA_SECRET_KEY: 'a key',
  SELLER_NAME: 'A seller',
  SELLER_INN: '7700000000',
}
const ROUNDS = 3
const REFUSED_MAX = 0.01

export interface Load {
  readonly connections: number
  /** Of one measurement; half as long before it, to warm up. */
  readonly seconds: number
}

/**
 * The mix through HTTP: by one client, then by many at once, in turns with as many bare connections. The server has the
 * connections to PostgreSQL that it has by default.
 */
export async function measureHttp(catalogue: Catalogue, load: Load, report: Report): Promise<void> {
  report.part(`HTTP, ${catalogue.channels} channels`)
  await using server = await startServer({ databaseUrl: catalogue.url, env: REAL_SHOP })
  await using crowd = await startCrowd()
  const bodies = catalogue.queries.filter(isOfMix).map(bodyOf)
  const statements: Statement[] = []
  for (const body of bodies) statements.push(await statementOf(body))
  const requests = bodies.map(searchRequest)

  const one = await oneClient(server.url, requests)
  report.line('one client', { ...percentilesOf(one.times), refused: one.refused })
  const rounds: { http: number; ratio: number; cpuRatio: number }[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const pids = {
      postgres: await postmasterOf(catalogue.dataDir),
      server: server.pid,
      crowd: crowd.pid,
      bench: process.pid,
    }
    const watchBare = await watchProcessors(pids)
    const bare = await measureBare(catalogue.url, statements, load)
    const bareUse = (await watchBare()).of
    const watch = await watchProcessors(pids)
    const http = await manyClients(crowd, server.url, requests, load)
    const { of } = await watch()
    const each = (used: typeof of, name: string, done: number) => (used[name] ?? 0) / done
    const bareCpu = each(bareUse, 'postgres', bare.done)
    const cpu = each(of, 'postgres', http.done)
    const serverCpu = each(of, 'server', http.done)
    const ratio = http.perSecond / bare.perSecond
    // Hardly depends on what else the machine does.
    const cpuRatio = bareCpu / (cpu + serverCpu)
    rounds.push({ http: http.perSecond, ratio, cpuRatio })
    const { p50, p99, refused } = http
    report.line(`round ${round}`, {
      bare: bare.perSecond,
      http: http.perSecond,
      p50,
      p99,
      refused,
      ratio,
      bareCpu,
      bareClientCpu: each(bareUse, 'bench', bare.done),
      cpu,
      serverCpu,
      clientCpu: each(of, 'crowd', http.done),
      cpuRatio,
    })
  }
  report.line('the middle', {
    http: median(rounds.map(({ http }) => http)),
    ratio: median(rounds.map(({ ratio }) => ratio)),
    cpuRatio: median(rounds.map(({ cpuRatio }) => cpuRatio)),
  })
  report.line('server', { megabytes: (await server.state()).rss / 1e6 })
}

/** Milliseconds of each call, one after the other on one connection: the middle of three, after one that warms up. */
async function oneClient(url: string, requests: readonly HttpRequest[]) {
  const { hostname, port } = new URL(url)
  const connection = await openConnection(hostname, Number(port))
  const calls = requests.map((request) => callOf(hostname, request))
  const times = calls.map((): number[] => [])
  let refused = 0
  for (let pass = 0; pass <= ROUNDS; pass += 1) {
    for (const [at, call] of calls.entries()) {
      const start = performance.now()
      const { status, failure } = await connection.ask(call)
      if (status === 503) refused += 1
      else if (status !== 200) throw new Error(`A search was answered with ${failure ?? status}`)
      else if (pass > 0) times[at]?.push(performance.now() - start)
    }
  }
  connection.close()
  return { times: times.filter((measured) => measured.length > 0).map(median), refused }
}

/** The same statements on a number of bare connections. */
async function measureBare(url: string, statements: readonly Statement[], { connections, seconds }: Load) {
  const clients = await Promise.all(Array.from({ length: connections }, () => bareConnection(url)))
  const repeat = async (duration: number) => {
    let done = 0
    const start = performance.now()
    await Promise.all(
      clients.map(async (client, index) => {
        let at = Math.floor((index * statements.length) / clients.length)
        while (performance.now() - start < duration * 1_000) {
          const statement = statements[at++ % statements.length]
          if (statement !== undefined) await client.query(statement)
          done += 1
        }
      }),
    )
    return { done, perSecond: (done / (performance.now() - start)) * 1_000 }
  }
  const warm = await repeat(seconds / 2)
  const { done, perSecond } = await repeat(seconds)
  await Promise.all(clients.map((client) => client.end()))
  return { perSecond, done: warm.done + done }
}

async function manyClients(
  crowd: Crowd,
  url: string,
  requests: readonly HttpRequest[],
  { connections, seconds }: Load,
) {
  const repeat = async (duration: number) => {
    const outcome = await crowd.run({ url, requests, seconds: duration, clients: connections })
    const { served, refused, wrong } = outcome
    const causes = Object.keys(wrong)
    if (causes.length > 0) throw new Error(`Searches were answered with ${causes.join(', ')}`)
    // A machine that stands still for seconds makes a server refuse what waits.
    if (refused.count > (served.count + refused.count) * REFUSED_MAX)
      throw new Error(`${refused.count} searches were refused, ${served.count} served`)
    return outcome
  }
  const warm = await repeat(seconds / 2)
  const { perSecond, served, refused } = await repeat(seconds)
  return {
    perSecond,
    p50: served.p50,
    p99: served.p99,
    refused: refused.count,
    done: warm.served.count + served.count,
  }
}
