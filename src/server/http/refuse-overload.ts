import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

const RESOLUTION_MS = 20
/** With timers this late, the server can no longer answer within a second. */
const MAX_DELAY_MS = 500
/** One slow moment (importing a large module, a paused machine) is no overload. */
const SAMPLES = 2

interface OverloadOptions {
  readonly sampleMs?: number
  /** How late the event loop has been since the last reading, in ms. */
  readonly readDelayMs?: () => number
}

/** Refuses calls with `unavailable` while the event loop is so late that more calls would only make everyone wait. */
export function refuseOverload(
  fastify: FastifyInstance,
  { sampleMs = 1_000, readDelayMs = measureDelay(fastify) }: OverloadOptions = {},
): void {
  let lateSamples = 0
  const timer = setInterval(
    () => (lateSamples = readDelayMs() > MAX_DELAY_MS ? lateSamples + 1 : 0),
    sampleMs,
  )
  timer.unref()
  fastify.addHook('onClose', async () => clearInterval(timer))
  fastify.addHook('onRequest', (_request, _reply, done) => {
    if (lateSamples < SAMPLES) done()
    else done(new Refusal('unavailable', { retryAfter: 5 }))
  })
}

function measureDelay(fastify: FastifyInstance): () => number {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  fastify.addHook('onClose', async () => delay.disable())
  return () => {
    const medianMs = delay.percentile(50) / 1e6 - RESOLUTION_MS
    delay.reset()
    return medianMs
  }
}
