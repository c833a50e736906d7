/**
 * Whether response times reveal which addresses have an account: logins with a wrong password, and requests for a
 * password-reset link, in interleaved pairs known/unknown over a real socket, compared by Welch's t. |t| under 4.5 counts
 * as noise. Run on a quiet machine: `node_modules/.bin/node bench/login-timing.ts [pairs]` (2,000 by default)
 */
import { hashPassword } from '#server/people/passwords.ts'
import { createServer } from '#server/http/server.ts'
import { percentilesOf, percentileText, print } from './print.ts'
import { JSON_HEADERS, openApp, openEmptyDatabase } from './product.ts'

const pairs = Number(process.argv[2] ?? 2_000)
const WARM_UP = 50
const LIMIT = 4.5

await using stack = new AsyncDisposableStack()
const database = stack.use(await openEmptyDatabase())
// Each address requests many emails; the daily limit would end the measurement.
const app = stack.use(openApp(database.url, { LIMITS: 'verification_day=1000000/60', LOG_LEVEL: 'fatal' }))
const fastify = await createServer({ app, distFolder: null })
stack.defer(async () => fastify.close())
const url = await fastify.listen({ port: 0, host: '127.0.0.1' })

// As many of each, so that no address is warmer than another.
const ADDRESSES = 20
const known = Array.from({ length: ADDRESSES }, (_, number) => `known${number}@buyer.example`)
const unknown = Array.from({ length: ADDRESSES }, (_, number) => `other${number}@buyer.example`)
const now = app.clock.now()
const passwordHash = await hashPassword('the right password')
const holders = await app.db
  .insertInto('holder')
  .values(known.map(() => ({ kind: 'person' })))
  .returning('id')
  .execute()
await app.db
  .insertInto('person')
  .values(
    known.map((email, number) => ({
      id: holders[number]!.id,
      email,
      username: 'Somebody',
      password_hash: passwordHash,
      agreement_version: '1',
      agreed_at: now,
      consent_version: '1',
      consented_at: now,
      created_at: now,
    })),
  )
  .execute()

/** Milliseconds until the whole answer has arrived. */
async function time(call: string, body: object): Promise<number> {
  const begin = performance.now()
  const response = await fetch(`${url}/api/${call}`, {
    method: 'POST',
    headers: JSON_HEADERS,
    body: JSON.stringify(body),
  })
  await response.text()
  return performance.now() - begin
}

interface Times {
  readonly known: number[]
  readonly unknown: number[]
}

async function measure(send: (email: string) => Promise<number>): Promise<Times> {
  const times: Times = { known: [], unknown: [] }
  for (let pair = -WARM_UP; pair < pairs; pair += 1) {
    const at = Math.abs(pair) % ADDRESSES
    // They alternate in going first, so that both share a drift of the machine.
    const order = pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const taken = await send((kind === 'known' ? known : unknown)[at] ?? '')
      if (pair >= 0) times[kind].push(taken)
    }
  }
  return times
}

function report(name: string, times: Times): void {
  const t = welch(times.known, times.unknown)
  print(`${name}, known    ${percentileText(percentilesOf(times.known))}`)
  print(`${name}, unknown  ${percentileText(percentilesOf(times.unknown))}`)
  print(
    `${name}: Welch t = ${t.toFixed(2)} over ${pairs} pairs (${Math.abs(t) < LIMIT ? 'noise' : 'a difference'})`,
  )
}

/** Welch's t of two samples. The slowest 5 % of both are cut: the machine's pauses would hide the difference. */
function welch(a: readonly number[], b: readonly number[]): number {
  const [first, second] = [spread(a), spread(b)]
  return (first.mean - second.mean) / Math.sqrt(first.variance / first.count + second.variance / second.count)
}

function spread(all: readonly number[]): { count: number; mean: number; variance: number } {
  const values = all.toSorted((a, b) => a - b).slice(0, Math.ceil(all.length * 0.95))
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return { count: values.length, mean, variance }
}

report('login', await measure((email) => time('login', { email, password: 'a wrong password' })))
report('reset', await measure((email) => time('verification/reset', { email })))
