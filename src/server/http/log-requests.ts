import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { endpointOf } from './calls/pipeline.ts'

/** What monitoring and proxies poll. */
export const PROBES: ReadonlySet<string> = new Set(['/api/health', '/api/ready'])

/** Writes one line for each answered request: method, route, status, time. No IP address, query, cookie or body. */
export function logRequests(fastify: FastifyInstance, log: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request.routeOptions.url)
    // Static files, probes and refused crowds would bury what people do.
    const isRefusedCrowd = reply.statusCode === 503 && endpointOf(request)?.lane !== undefined
    const isCall = route.startsWith('/api/') && !PROBES.has(route)
    const level = isCall && !isRefusedCrowd ? 'info' : 'debug'
    log[level](
      {
        id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    done()
  })
}

/** The route's pattern (`/api/purchase/:userId`), never the requested URL; '*' when no route matched. */
export function routeOf(pattern: string | undefined): string {
  return pattern ?? '*'
}
