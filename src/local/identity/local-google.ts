import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#server/clock.ts'
import type { Widget } from '#server/widget.ts'
import { registerGoogle } from './google.routes.ts'
import { makeToken, type TokenRequest } from './make-token.ts'
import { makeSigningKeys } from './signing-keys.ts'

/** An issuer of Google's ID tokens on loopback, with keys of its own. */
export interface LocalGoogle {
  readonly clientId: string
  readonly jwksUrl: string
  readonly issuers: readonly string[]
  readonly widget: Widget
  /** How often the keys were fetched. */
  readonly keyRequests: () => number
  token(request: TokenRequest): Promise<string>
  /** Signs with a new key from now on; the previous one stays valid until the next rotation. */
  rotateKeys(): Promise<void>
  /** Registers /local/google: the keys, the button's script, the account chooser, and a call for tests. */
  register(fastify: FastifyInstance): void
  close(): Promise<void>
}

const LOCAL_ISSUER = 'https://accounts.google.test'
export const LOCAL_CLIENT_ID = 'channelbook.apps.google.test'

interface LocalGoogleOptions {
  readonly clock: Clock
  /** The URL at which its routes are registered, without a trailing slash. */
  readonly url: string
}

export async function startLocalGoogle({ clock, url }: LocalGoogleOptions): Promise<LocalGoogle> {
  const script = `${url}/local/google/client.js`
  const keys = await makeSigningKeys()
  let fetched = 0
  // Lets tests count how often the product fetches the keys.
  const server = createServer((_request, response) => {
    fetched += 1
    response.setHeader('content-type', 'application/json').end(JSON.stringify(keys.jwks()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const token = (request: TokenRequest) =>
    makeToken(request, { issuer: LOCAL_ISSUER, now: clock.now(), keys })
  return {
    clientId: LOCAL_CLIENT_ID,
    jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`,
    issuers: [LOCAL_ISSUER],
    widget: { script, allows: { 'script-src': [script] } },
    keyRequests: () => fetched,
    token,
    rotateKeys: () => keys.rotate(),
    register: (fastify) =>
      registerGoogle(fastify, { clientId: LOCAL_CLIENT_ID, jwks: () => keys.jwks(), token }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
