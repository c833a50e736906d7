import { Agent, request } from 'node:http'
import autocannon from 'autocannon'
import type { Run } from './compare-runs.ts'
import { figuresOf, middle } from './print-figures.ts'
import { watchProcessors } from './processor-time.ts'
import { type Catalogue, postmasterOf } from './search-catalogue.ts'
import { bodyOf, isOfMix } from './search-queries.ts'
import { HEADERS, startServer } from './search-server.ts'
import { bareConnection, type Statement, statementOf } from './search-statements.ts'

const ROUNDS = 3
const REFUSED_MAX = 0.01

export interface Load {
  readonly connections: number
  /** Of one measurement; half as long before it, to warm up. */
  readonly seconds: number
}

/** The mix through HTTP: by one client, then by many at once, in turns with as many bare connections. */
export async function measureHttp(catalogue: Catalogue, load: Load, run: Run): Promise<void> {
  run.part(`HTTP, ${catalogue.channels} channels`)
  await using server = await startServer(catalogue.url, load.connections, catalogue.withDemo)
  const bodies = catalogue.queries.filter(isOfMix).map(bodyOf)
  const statements: Statement[] = []
  for (const body of bodies) statements.push(await statementOf(body, catalogue.withDemo))
  const texts = bodies.map((body) => JSON.stringify(body))

  run.line('one client', figuresOf(await oneClient(server.url, texts)))
  const rounds: { http: number; ratio: number; cpuRatio: number }[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const pids = { postgres: await postmasterOf(catalogue.dataDir), server: server.pid }
    const watchBare = await watchProcessors(pids)
    const bare = await measureBare(catalogue.url, statements, load)
    const bareCpu = ((await watchBare()).of['postgres'] ?? 0) / bare.done
    const watch = await watchProcessors(pids)
    const http = await manyClients(server.url, texts, load)
    const { of } = await watch()
    const cpu = (of['postgres'] ?? 0) / http.done
    const serverCpu = (of['server'] ?? 0) / http.done
    const ratio = http.perSecond / bare.perSecond
    // Hardly depends on what else the machine does.
    const cpuRatio = bareCpu / (cpu + serverCpu)
    rounds.push({ http: http.perSecond, ratio, cpuRatio })
    const { p50, p99 } = http
    run.line(`round ${round}`, {
      bare: bare.perSecond,
      http: http.perSecond,
      p50,
      p99,
      ratio,
      bareCpu,
      cpu,
      serverCpu,
      cpuRatio,
    })
  }
  run.line('the middle', {
    http: middle(rounds.map(({ http }) => http)),
    ratio: middle(rounds.map(({ ratio }) => ratio)),
    cpuRatio: middle(rounds.map(({ cpuRatio }) => cpuRatio)),
  })
  run.line('server', { megabytes: (await server.memory()) / 1e6 })
}

/** Milliseconds of each call, one after the other on one connection: the middle of three, after one that warms up. */
async function oneClient(url: string, bodies: readonly string[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = bodies.map((): number[] => [])
  for (let pass = 0; pass <= ROUNDS; pass += 1) {
    for (const [at, body] of bodies.entries()) {
      const start = performance.now()
      const { status } = await post(`${url}/api/search`, body, agent)
      if (status !== 200) throw new Error(`A search was answered with ${status}`)
      if (pass > 0) times[at]?.push(performance.now() - start)
    }
  }
  agent.destroy()
  return times.map(middle)
}

export interface Answer {
  readonly status: number
  readonly text: string
}

export function post(url: string, body: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers: HEADERS }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** The same statements on so many bare connections. */
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

async function manyClients(url: string, bodies: readonly string[], { connections, seconds }: Load) {
  const requests = bodies.map((body) => ({ method: 'POST', path: '/api/search', headers: HEADERS, body }))
  let started = 0
  const repeat = (duration: number) =>
    autocannon({
      url,
      connections,
      duration,
      requests,
      setupClient: (client) => {
        const from = Math.floor(((started++ % connections) * requests.length) / connections)
        client.setRequests([...requests.slice(from), ...requests.slice(0, from)].map((each) => ({ ...each })))
      },
    })
  const warm = await repeat(seconds / 2)
  const { requests: done, latency, non2xx, errors } = await repeat(seconds)
  // A machine that stands still for seconds makes a server refuse what waits.
  if (non2xx + errors > done.total * REFUSED_MAX)
    throw new Error(`Of ${done.total} searches ${non2xx} were refused, ${errors} failed`)
  return {
    perSecond: done.average,
    p50: latency.p50,
    p99: latency.p99,
    done: warm.requests.total + done.total,
  }
}
