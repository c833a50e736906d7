import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { isLoopbackHost } from '../config/loopback.ts'
import type { RegisterRoutes } from './server.ts'

/** Always loopback, whatever HOST says: this listener lets anybody in. */
export const LOCAL_HOST = '127.0.0.1'

/** Stand-ins set a policy for each page; a page without one may load and do nothing. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * A listener separate from the product's, for what only this machine may reach: stand-ins, and metrics without a token. A
 * proxy in front of the product cannot lead to it, whatever headers it sends.
 */
export interface LocalListener extends AsyncDisposable {
  /** Without a trailing slash, e.g. `http://127.0.0.1:4000`. */
  readonly url: string
  /** Starts answering with these routes; until then every request is answered with 503. */
  serve(routes: readonly RegisterRoutes[], log: Pick<Logger, 'error'>): Promise<void>
}

/**
 * Takes the port at once, so that everything else can use the URL.
 * @param port 0 means any free port
 * @throws Error with the code EADDRINUSE when the port is taken
 */
export async function openLocalListener(port: number): Promise<LocalListener> {
  let answer: RequestListener = (_request, response) => response.writeHead(503).end()
  const server = createServer((request, response) => answer(request, response))
  server.listen(port, LOCAL_HOST)
  await once(server, 'listening')
  const fastify = Fastify({ logger: false })
  return {
    url: `http://${LOCAL_HOST}:${(server.address() as AddressInfo).port}`,
    async serve(routes, log) {
      refuseOtherNames(fastify)
      fastify.addHook('onRequest', async (_request, reply) => void reply.headers(HEADERS))
      fastify.setErrorHandler<Error & { readonly statusCode?: number }>((error, _request, reply) => {
        const { statusCode = 500, message } = error
        if (statusCode >= 500) log.error({ reason: message }, 'a stand-in failed')
        return reply.status(statusCode).send({ error: message })
      })
      await fastify.register(cookie)
      for (const register of routes) await register(fastify)
      await fastify.ready()
      answer = (request, response) => fastify.routing(request, response)
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await fastify.close()
    },
  }
}

/** Answers 403 to requests that name this machine otherwise than by a loopback name, and to proxy requests. */
export function refuseOtherNames(fastify: FastifyInstance): void {
  // A foreign page whose name was rebound to this machine sends its own name, and so do most proxies.
  fastify.addHook('onRequest', async (request, reply) => {
    // An absolute URL in the request line overrides the header. Only proxies get such requests, and this is not one.
    const isPath = request.raw.url?.startsWith('/') === true
    if (isPath && isLoopbackHost(request.hostname.toLowerCase())) return undefined
    return reply.status(403).send({ error: 'This address answers only as 127.0.0.1 or localhost.' })
  })
}
