import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

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
