import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { App } from '#server/app.ts'

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
    const parts = await app.databases.readiness.read()
    const isReady = parts.primary === 'ok'
    reply.header('cache-control', 'no-store')
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', ...parts })
  })
}

/** The endpoints that a proxy polls to learn whether to send calls here. */
const ASKED_BY_PROXIES: ReadonlySet<string | undefined> = new Set(['/api/health', '/api/ready'])

/** Time for the first call of a connection that was new when listening ended. */
const FIRST_CALL_MS = 250

/**
 * From the signal on, the server still answers everything, but reports itself as leaving to proxies and closes each
 * connection with its next answer, so that no call is cut off. Idle connections close when listening ends.
 */
export function drain(fastify: FastifyInstance, stopping: AbortSignal): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!stopping.aborted || !ASKED_BY_PROXIES.has(request.routeOptions.url)) done()
    else reply.status(503).header('cache-control', 'no-store').send({ status: 'stopping' })
  })
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
  // Node treats a connection without any request as busy. Browsers open some ahead, and each would delay the stop.
  const open = new Set<Socket>()
  fastify.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  fastify.addHook('preClose', async () => {
    const endUnused = () => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }
    setTimeout(endUnused, FIRST_CALL_MS).unref()
  })
}
