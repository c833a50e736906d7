/**
 * Sends hostile searches to the product's server, one after the other, and repeats each on one connection, where the rows
 * that it reads are counted. Prints the slowest and those that read most; fails when one is answered with 5xx, takes more
 * than --ms twice, or reads more than --rows.
 * Run: `node_modules/.bin/node bench/search-fuzz.ts [--channels 1000000] [--keep FOLDER] [--calls 10000] [--seed 1]`
 */
import { Agent } from 'node:http'
import { parseArgs } from 'node:util'
import { Refusal } from '#server/refusal.ts'
import { figuresOf, print } from './print-figures.ts'
import { openCatalogue } from './search-catalogue.ts'
import { type HostileRequest, hostileRequests } from './search-hostile.ts'
import { post } from './search-http.ts'
import { rollingDice } from './search-queries.ts'
import { startServer } from './search-server.ts'
import { countReads, filter, isTimeout, search, singleReader } from './search-statements.ts'

const { values } = parseArgs({
  options: {
    channels: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
    calls: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    ms: { type: 'string', default: '200' },
    rows: { type: 'string', default: '150000' },
  },
})
const [mostMs, mostRows] = [Number(values.ms), Number(values.rows)]
const SHOWN = 20

interface Call {
  readonly request: HostileRequest
  readonly status: number
  readonly ms: number
  readonly rows: number
}

await using catalogue = await openCatalogue(Number(values.channels), values.keep)
await using server = await startServer(catalogue.url, true, 2)
await using reader = singleReader(catalogue.url, 15_000, true)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const hostile = hostileRequests(
  catalogue.queries.map(({ text }) => text),
  rollingDice(Number(values.seed)),
)
const calls: Call[] = []
const failures: string[] = []
for (let count = 0; count < Number(values.calls); count += 1) {
  const request = hostile.next()
  const { status, text, ms } = await ask(request)
  if (status === 200) {
    const { meta } = JSON.parse(text) as { meta: { nextCursor: string | null } }
    if (meta.nextCursor !== null) hostile.learn(request, meta.nextCursor)
  }
  const rows = status === 200 ? await rowsOf(request) : 0
  calls.push({ request, status, ms, rows })
  const isSlow = ms > mostMs && (await ask(request)).ms > mostMs
  if (status >= 500) failures.push(`answered with ${status}: ${show(request)}`)
  if (isSlow) failures.push(`took ${ms.toFixed(0)} ms: ${show(request)}`)
  if (rows > mostRows) failures.push(`read ${rows} rows: ${show(request)}`)
}
agent.destroy()

for (const [status, some] of Map.groupBy(calls, (call) => call.status)) {
  const { p50, p95, p99, slowest } = figuresOf(some.map(({ ms }) => ms))
  const times = [p50, p95, p99, slowest].map((ms) => ms.toFixed(1)).join(' / ')
  print(`${some.length} answered with ${status}: p50 / p95 / p99 / slowest ${times} ms`)
}
for (const [title, of] of [
  ['slowest', ({ ms }: Call) => ms],
  ['most rows', ({ rows }: Call) => rows],
] as const) {
  print(`\n${title}:`)
  for (const call of calls.toSorted((a, b) => of(b) - of(a)).slice(0, SHOWN))
    print(`  ${call.ms.toFixed(1)} ms, ${call.rows} rows, ${show(call.request)}`)
}
print(`\n${failures.length} failures`)
for (const failure of failures.slice(0, 100)) print(`  ${failure}`)
if (failures.length > 0) process.exitCode = 1

async function ask({ path, body }: HostileRequest) {
  const start = performance.now()
  const answer = await post(`${server.url}${path}`, JSON.stringify(body), agent)
  return { ...answer, ms: performance.now() - start }
}

async function rowsOf({ path, body }: HostileRequest): Promise<number> {
  try {
    const { rows } = await countReads(reader.pool, () =>
      path === '/api/search' ? search(reader, body) : filter(reader, body),
    )
    return rows
  } catch (error) {
    if (!isTimeout(error) && !(error instanceof Refusal)) throw error
    return Number.POSITIVE_INFINITY
  }
}

function show({ path, body }: HostileRequest): string {
  return `${path} ${JSON.stringify(body)}`
}
