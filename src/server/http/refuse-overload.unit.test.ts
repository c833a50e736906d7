import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { keepLog } from '#test/support/log-lines.ts'
import { asRefusal } from './calls/envelope.ts'
import { refuseOverload } from './refuse-overload.ts'

const SAMPLE_MS = 1

interface Options {
  readonly samples?: readonly number[]
  /** Whether the event loop's delay is the real one. */
  readonly isMeasured?: boolean
  readonly sampleMs?: number
}

/** A server whose event loop and lines are as late as the test says. */
function startServer({ samples = [], isMeasured = false, sampleMs = SAMPLE_MS }: Options = {}) {
  const now = { delayMs: 0, waitedMs: 0, stillMs: 0, isAway: false, refused: 0 }
  const left = [...samples]
  const { log, lines } = keepLog()
  const lane = { state: () => ({ waitedMs: now.waitedMs, stillMs: now.stillMs }) }
  const fastify = Fastify()
  refuseOverload(fastify, {
    lanes: { main: lane, sessions: lane },
    primary: { isAway: () => now.isAway },
    log,
    onRefuse: () => (now.refused += 1),
    sampleMs,
    readDelayMs: isMeasured ? undefined : () => left.shift() ?? now.delayMs,
  })
  fastify.post('/api/search', { config: { endpoint: { lane: 'search' } } }, async () => 'served')
  for (const url of ['/api/cookie', '/api/health', '/api/ready']) fastify.get(url, async () => 'served')
  fastify.setErrorHandler((error, _request, reply) => reply.send(asRefusal(error)?.code ?? 'bug'))
  const ask = async () => {
    const { body: search } = await fastify.inject({ method: 'POST', url: '/api/search' })
    const others = ['/api/cookie', '/api/health', '/api/ready']
    const [cookie, health, ready] = await Promise.all(
      others.map(async (url) => (await fastify.inject(url)).body),
    )
    return { search, cookie, probes: [health, ready] }
  }
  return {
    now,
    ask,
    left,
    said: () => lines.map(({ msg }) => msg),
    [Symbol.asyncDispose]: () => fastify.close(),
  }
}

const PROBES_SERVED = { probes: ['served', 'served'] }
const ALL_SERVED = { search: 'served', cookie: 'served', ...PROBES_SERVED }
const NO_SEARCHES = { ...ALL_SERVED, search: 'unavailable' }
const NOTHING = { search: 'unavailable', cookie: 'unavailable', ...PROBES_SERVED }

describe('overload', () => {
  it('refuses searches first, then everything but probes, and ends by itself', async () => {
    await using server = startServer()
    const { now, ask, said } = server
    expect(await ask()).toEqual(ALL_SERVED)
    now.delayMs = 150
    await expect.poll(ask, { interval: 5 }).toEqual(NO_SEARCHES)
    now.delayMs = 600
    await expect.poll(ask, { interval: 5 }).toEqual(NOTHING)
    now.delayMs = 90
    await expect.poll(ask, { interval: 5 }).toEqual(ALL_SERVED)
    expect(said()).toEqual([
      'overload: searches are refused',
      'overload: all calls are refused',
      'the overload is over',
    ])
  })

  it('refuses searches while others wait long for the database', async () => {
    await using server = startServer()
    const { now, ask } = server
    now.waitedMs = 600
    await expect.poll(ask, { interval: 5 }).toEqual(NO_SEARCHES)
    now.waitedMs = 100
    await expect.poll(ask, { interval: 5 }).toEqual(ALL_SERVED)
  })

  it('is not an outage of the primary, in which replicas answer searches', async () => {
    await using server = startServer()
    const { now, ask } = server
    now.waitedMs = 600
    await expect.poll(ask, { interval: 5 }).toEqual(NO_SEARCHES)
    now.isAway = true
    await expect.poll(ask, { interval: 5 }).toEqual(ALL_SERVED)
  })

  it('is not a frozen primary, which serves nobody', async () => {
    await using server = startServer()
    const { now, ask } = server
    now.waitedMs = 600
    await expect.poll(ask, { interval: 5 }).toEqual(NO_SEARCHES)
    now.stillMs = 600
    await expect.poll(ask, { interval: 5 }).toEqual(ALL_SERVED)
  })

  it('counts what it refuses', async () => {
    await using server = startServer()
    const { now, ask } = server
    await ask()
    expect(now.refused).toBe(0)
    now.delayMs = 600
    await expect.poll(ask, { interval: 5 }).toEqual(NOTHING)
    const before = now.refused
    await ask()
    expect(now.refused).toBe(before + 2)
  })

  it('is noticed when something blocks the event loop', async () => {
    await using server = startServer({ isMeasured: true, sampleMs: 100 })
    expect(await server.ask()).toEqual(ALL_SERVED)
    for (let turn = 0; turn < 8; turn += 1) {
      const end = performance.now() + 200
      while (performance.now() < end);
      await setImmediate()
    }
    expect((await server.ask()).search).toBe('unavailable')
    await expect.poll(server.ask, { timeout: 10_000 }).toEqual(ALL_SERVED)
  })

  it('is not one slow moment', async () => {
    await using server = startServer({ samples: [600, 0, 600, 0, 600, 600, 600, 0] })
    while (server.left.length > 0) {
      expect(await server.ask()).toEqual(ALL_SERVED)
      await setImmediate()
    }
    expect(server.said()).toEqual([])
  })
})
