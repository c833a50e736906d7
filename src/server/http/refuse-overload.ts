import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { Overloaded } from '../db/lanes.ts'
import type { PrimaryWatch } from '../db/watch-primary.ts'
import { endpointOf } from './calls/pipeline.ts'
import { PROBES, routeOf } from './log-requests.ts'

const RESOLUTION_MS = 20
/** With timers this late, or callers waiting this long for the database, searches step aside. */
const SEARCHES_STOP = { delayMs: 100, waitedMs: 500, samples: 4 }
/** With timers this late, the server can no longer answer within a second. */
const ALL_STOP = { delayMs: 500, samples: 4 }
// One slow moment (importing a large module, a paused machine) is no overload.
const SAMPLE_MS = 250

const SAID = {
  nothing: 'the overload is over',
  searches: 'overload: searches are refused',
  all: 'overload: all calls are refused',
}

interface Waits {
  readonly waitedMs: number
  readonly stillMs: number
}

interface OverloadOptions {
  readonly lanes: { readonly [Name in 'main' | 'sessions']: { state(): Waits } }
  readonly primary: Pick<PrimaryWatch, 'isAway'>
  readonly log: Logger
  /** Called for every call that is refused. */
  readonly onRefuse: () => void
  readonly sampleMs?: number
  /** How late the event loop has been since the last reading, in ms. */
  readonly readDelayMs?: (() => number) | undefined
}

/**
 * Refuses calls while more of them would only make everyone wait: searches first, so that money goes on, then everything but
 * what monitoring and proxies poll.
 */
export function refuseOverload(
  fastify: FastifyInstance,
  {
    lanes,
    primary,
    log,
    onRefuse,
    sampleMs = SAMPLE_MS,
    readDelayMs = measureDelay(fastify),
  }: OverloadOptions,
): void {
  const late = { searches: 0, all: 0 }
  let refused: keyof typeof SAID = 'nothing'

  function sample(): void {
    const delayMs = readDelayMs()
    // In an outage of the primary everyone waits, and searches on replicas change nothing about it.
    const waitedMs = primary.isAway() ? 0 : Math.max(overloadOf(lanes.main), overloadOf(lanes.sessions))
    const isSlow = delayMs > SEARCHES_STOP.delayMs || waitedMs > SEARCHES_STOP.waitedMs
    late.searches = isSlow ? late.searches + 1 : 0
    late.all = delayMs > ALL_STOP.delayMs ? late.all + 1 : 0
    const before = refused
    if (late.all >= ALL_STOP.samples) refused = 'all'
    else if (late.searches >= SEARCHES_STOP.samples) refused = 'searches'
    else refused = 'nothing'
    if (refused !== before) log.warn({ delayMs: Math.round(delayMs), waitedMs }, SAID[refused])
  }

  const timer = setInterval(sample, sampleMs)
  timer.unref()
  fastify.addHook('onClose', async () => clearInterval(timer))
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (refused === 'nothing') done()
    else if (refused === 'searches' && endpointOf(request)?.lane !== 'search') done()
    else if (PROBES.has(routeOf(request.routeOptions.url))) done()
    else {
      onRefuse()
      done(new Overloaded())
    }
  })
}

/** How long the first in line has waited; 0 where nobody at all is served: a frozen server, which is found to be away soon. */
function overloadOf(lane: OverloadOptions['lanes']['main']): number {
  const { waitedMs, stillMs } = lane.state()
  return stillMs > SEARCHES_STOP.waitedMs ? 0 : waitedMs
}

function measureDelay(fastify: FastifyInstance): () => number {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  fastify.addHook('onClose', async () => delay.disable())
  let readAt = performance.now()
  return () => {
    const sinceMs = performance.now() - readAt
    // The first turn after a reset is not recorded; without another one, it has taken all the time.
    const medianMs = delay.count === 0 ? sinceMs : delay.percentile(50) / 1e6
    delay.reset()
    readAt += sinceMs
    return Math.max(0, medianMs - RESOLUTION_MS)
  }
}
