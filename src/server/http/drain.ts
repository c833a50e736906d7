import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What a proxy asks to learn whether to send calls here. */
const ASKED_BY_PROXIES: ReadonlySet<string | undefined> = new Set(['/api/health', '/api/ready'])

/** Time for a first call that is on its way over a new connection when listening ends. */
const FIRST_CALL_MS = 250

/**
 * From the signal on, the server still answers everything, but tells proxies that it is leaving, and ends each connection
 * with its next answer, so that none is cut while a call is on its way. Idle ones end with the listening.
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
  // Node counts a connection that never asked as busy: browsers open some ahead, and each would hold up the stop.
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
