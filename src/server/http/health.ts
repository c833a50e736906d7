import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'

/**
 * GET /health: the process is alive; it depends on nothing and never waits. GET /ready: the state of each part, 503 while
 * the primary is unreachable. Both need no key and have no envelope. While the server stops, `drain` answers both with 503.
 */
export async function registerHealth(fastify: FastifyInstance, app: App): Promise<void> {
  fastify.get('/health', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok', time: app.clock.now().toISOString() }
  })
  fastify.get('/ready', async (_request, reply) => {
    const parts = await app.readiness.read()
    const isReady = parts.primary === 'ok'
    reply.header('cache-control', 'no-store')
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', ...parts })
  })
}
