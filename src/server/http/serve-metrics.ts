import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { App } from '../app.ts'
import { metrics } from '#server/features.ts'
import { Refusal } from '../refusal.ts'
import { routeOf } from './log-requests.ts'

const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** What proxies and monitoring ask for themselves. */
const ASKED_DIRECTLY: ReadonlySet<string> = new Set(['/api/health', '/api/ready', '/metrics'])
/** As many as TRUST_PROXY may be, and one; a request with more adds no further series. */
const MAX_FORWARDED = 11

// The process's metrics are collected once, however many servers it runs.
const processMetrics = new Registry()

/**
 * Metrics for Prometheus: requests by route and status with their durations, the process, and what each part of the server
 * counts.
 */
export interface Metrics {
  /** Counts a server's requests from now on. */
  watch(fastify: FastifyInstance): void
  /** Counts a call that is refused because the server is overloaded. */
  countOverload(): void
  /** Adds `GET /metrics`. @param token the token that readers must send; null lets everybody read who reaches the server */
  serve(fastify: FastifyInstance, token: string | null): void
}

export function openMetrics(app: App): Metrics {
  if (processMetrics.getMetricsAsArray().length === 0) collectDefaultMetrics({ register: processMetrics })
  const registry = new Registry()
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and status, with the time until their answer was sent',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  })
  const overload = new Counter({
    name: 'overload_refused_total',
    help: 'Calls refused because the server was overloaded',
    registers: [registry],
  })
  const forwarded = new Counter({
    name: 'http_forwarded_requests_total',
    help: 'Requests by the number of addresses in X-Forwarded-For, without health checks; each proxy adds one',
    labelNames: ['addresses'],
    registers: [registry],
  })
  for (const metric of metrics) registry.registerMetric(metric(app))
  return {
    watch(fastify) {
      fastify.addHook('onResponse', (request, reply, done) => {
        const labels = {
          method: request.method,
          route: routeOf(request.routeOptions.url),
          status: reply.statusCode,
        }
        requests.observe(labels, reply.elapsedTime / 1_000)
        if (!ASKED_DIRECTLY.has(labels.route))
          forwarded.inc({ addresses: countForwarded(request.headers['x-forwarded-for']) })
        done()
      })
    },
    countOverload: () => overload.inc(),
    serve(fastify, token) {
      fastify.get('/metrics', async ({ headers: { authorization = '' } }, reply) => {
        if (token !== null && !sameText(authorization, `Bearer ${token}`)) throw new Refusal('not_found')
        const text = await Registry.merge([processMetrics, registry]).metrics()
        return reply.type(registry.contentType).header('cache-control', 'no-store').send(text)
      })
    },
  }
}

/** Compares in a time that does not depend on how much matches. */
function sameText(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}

function countForwarded(header: string | string[] | undefined): number {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '')
  return text === '' ? 0 : Math.min(text.split(',').length, MAX_FORWARDED)
}
