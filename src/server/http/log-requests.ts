import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/** What monitoring and proxies poll. */
export const PROBES: ReadonlySet<string> = new Set(['/api/health', '/api/ready'])

/** Requests that were refused in a crowd. */
const crowded = new WeakSet<FastifyRequest>()

/** Keeps a request that is refused in a crowd out of the log. */
export function noteCrowded(request: FastifyRequest): void {
  crowded.add(request)
}

/** Writes one line for each answered request: method, route, status, time. No IP address, query, cookie or body. */
export function logRequests(fastify: FastifyInstance, log: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request.routeOptions.url)
    // Static files, probes and refused crowds would bury what people do.
    const isCall = route.startsWith('/api/') && !PROBES.has(route)
    const level = isCall && !crowded.has(request) ? 'info' : 'debug'
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
