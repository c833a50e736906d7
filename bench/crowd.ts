/**
 * Many clients in a process of their own: it takes a plan as a message, and answers with what came of it. It writes
 * prepared bytes to sockets, because on a few cores a whole HTTP client would take the time that it is to measure.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Percentiles, percentilesOf } from './print.ts'
import { JSON_HEADERS } from './product.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Plan {
  readonly url: string
  /** Sent in turn, starting anywhere. */
  readonly requests: readonly HttpRequest[]
  readonly seconds: number
  /** The number of clients, each of which waits for its answer; */
  readonly clients?: number
  /** or the number of calls per second, whatever is answered. */
  readonly perSecond?: number
}

export interface Outcome {
  readonly perSecond: number
  readonly served: Percentiles
  /** With 503 and the seconds after which to come back. */
  readonly refused: Percentiles
  /** How often each other answer, or end of a connection, came: what the goals do not allow. */
  readonly wrong: Readonly<Record<string, number>>
  /** Calls that were due and not sent, because every connection waited for an answer. */
  readonly unsent: number
  /** How late the crowd's own timers were (ms). */
  readonly late: Percentiles
  /** How long connecting took (ms). */
  readonly connected: Percentiles
}

/** Connections of calls at a fixed rate: a search waits a second at most, so this many are never in use at once. */
const CONNECTIONS = 3_000

export interface Crowd extends AsyncDisposable {
  readonly pid: number
  run(plan: Plan): Promise<Outcome>
}

export async function startCrowd(): Promise<Crowd> {
  const child = fork(fileURLToPath(import.meta.url))
  return {
    pid: child.pid ?? 0,
    async run(plan) {
      child.send(plan)
      const [outcome] = (await once(child, 'message')) as [Outcome]
      return outcome
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function run({ url, requests, seconds, clients, perSecond = 0 }: Plan): Promise<Outcome> {
  const { hostname, port } = new URL(url)
  const calls = requests.map((request) => callOf(hostname, request))
  const opened: Connection[] = []
  const connecting: number[] = []
  const served: number[] = []
  const refused: number[] = []
  const wrong: Record<string, number> = {}
  let unsent = 0
  let next = Math.floor(Math.random() * calls.length)
  const open = async () => {
    const start = performance.now()
    const connection = await openConnection(hostname, Number(port))
    connecting.push(performance.now() - start)
    opened.push(connection)
    return connection
  }
  /** @param due when it should have been sent: the crowd's own lateness counts */
  const one = async (connection: Connection, due: number): Promise<Answer> => {
    const answer = await connection.ask(calls[next++ % calls.length]!)
    const ms = performance.now() - due
    const { status, retryAfter } = answer
    if (status === 200) served.push(ms)
    else if (status === 503 && retryAfter > 0) refused.push(ms)
    else {
      const what = answer.failure ?? `${status}${status === 503 ? ' without Retry-After' : ''}`
      wrong[what] = (wrong[what] ?? 0) + 1
    }
    return answer
  }

  const connections = await Promise.all(Array.from({ length: clients ?? CONNECTIONS }, open))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const begin = performance.now()
  const end = begin + seconds * 1_000
  if (clients !== undefined) {
    const client = async (first: Connection) => {
      let connection = first
      while (performance.now() < end) {
        const { retryAfter } = await one(connection, performance.now())
        if (connection.isClosed()) connection = await open()
        // As the web does: after that time, and up to a second of chance.
        if (retryAfter > 0) await pause((retryAfter + Math.random()) * 1_000)
      }
    }
    await Promise.all(connections.map(client))
  } else {
    const free = [...connections]
    const running = new Set<Promise<unknown>>()
    let sent = 0
    for (let now = begin; now < end; now = performance.now()) {
      for (; sent < ((now - begin) / 1_000) * perSecond; sent += 1) {
        const connection = free.pop()
        if (connection === undefined) {
          unsent += 1
          continue
        }
        const due = begin + (sent / perSecond) * 1_000
        const answered = async () => {
          // The server closes connections that are unused for long.
          const used = connection.isClosed() ? await open() : connection
          await one(used, due)
          free.push(used)
        }
        const each = answered().finally(() => running.delete(each))
        running.add(each)
      }
      await pause(1)
    }
    await Promise.all(running)
  }
  const elapsed = (performance.now() - begin) / 1_000
  delay.disable()
  for (const connection of opened) connection.close()
  const late = (percentile: number) => Math.max(0, delay.percentile(percentile) / 1e6 - 5)
  return {
    perSecond: served.length / elapsed,
    served: percentilesOf(served),
    refused: percentilesOf(refused),
    wrong,
    unsent,
    late: { count: delay.count, p50: late(50), p95: late(95), p99: late(99), slowest: late(100) },
    connected: percentilesOf(connecting),
  }
}

export function searchRequest(body: object): HttpRequest {
  return { method: 'POST', path: '/api/search', headers: JSON_HEADERS, body: JSON.stringify(body) }
}

/** The bytes of a request. */
export function callOf(host: string, { method, path, headers, body = '' }: HttpRequest): Buffer {
  const all = { host, ...headers, ...(body !== '' && { 'content-length': Buffer.byteLength(body) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

interface Answer {
  readonly status: number
  /** Seconds; 0 when the answer does not say. */
  readonly retryAfter: number
  /** Why there is no answer. */
  readonly failure?: string
}

export interface Connection {
  ask(call: Buffer): Promise<Answer>
  isClosed(): boolean
  close(): void
}

export async function openConnection(host: string, port: number): Promise<Connection> {
  const socket: Socket = connect({ host, port, noDelay: true })
  let answered: (answer: Answer) => void = () => undefined
  let head = ''
  let bytesLeft = 0
  let answer: Answer | undefined
  const finish = (given: Answer) => {
    head = ''
    answer = undefined
    answered(given)
  }
  socket.on('data', (chunk) => {
    if (answer !== undefined) bytesLeft -= chunk.length
    else {
      head += chunk.toString('latin1')
      const length = head.indexOf('\r\n\r\n')
      if (length < 0) return
      const field = (name: string) =>
        Number(new RegExp(`^${name}: *(\\d+)`, 'im').exec(head.slice(0, length))?.[1] ?? 0)
      answer = { status: Number(head.slice(9, 12)), retryAfter: field('retry-after') }
      bytesLeft = field('content-length') - (head.length - length - 4)
    }
    if (bytesLeft <= 0) finish(answer)
  })
  let failure = 'closed'
  socket.on('error', (error) => (failure = 'code' in error ? String(error.code) : error.message))
  socket.on('close', () => finish({ status: 0, retryAfter: 0, failure }))
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve)
    socket.once('close', () => resolve())
  })
  return {
    ask(call) {
      if (socket.destroyed) return Promise.resolve({ status: 0, retryAfter: 0, failure })
      return new Promise((resolve) => {
        answered = resolve
        socket.write(call)
      })
    },
    isClosed: () => socket.destroyed,
    close: () => socket.destroy(),
  }
}

if (import.meta.main) {
  for (;;) {
    const [plan] = (await once(process, 'message')) as [Plan]
    process.send?.(await run(plan))
  }
}
