import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import type { Clock } from '#server/clock.ts'
import type { Widget } from '#server/widget.ts'
import { sentinelOf } from './google-accounts.ts'
import { registerGoogle, type TokenRequest } from './google.routes.ts'

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
const LIFETIME_SECONDS = 3_600

interface LocalGoogleOptions {
  readonly clock: Clock
  /** The URL at which its routes are registered, without a trailing slash. */
  readonly url: string
}

export async function startLocalGoogle({ clock, url }: LocalGoogleOptions): Promise<LocalGoogle> {
  const script = `${url}/local/google/client.js`
  let made = 1
  let keys = [await makeSigningKey('local-1')]
  const stranger = await makeSigningKey('local-1')
  let fetched = 0
  const jwks = () => ({ keys: keys.map(({ publicKey }) => publicKey) })
  // Lets tests count how often the product fetches the keys.
  const server = createServer((_request, response) => {
    fetched += 1
    response.setHeader('content-type', 'application/json').end(JSON.stringify(jwks()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const token = (request: TokenRequest) => makeToken(request, { now: clock.now(), key: keys[0]!, stranger })
  return {
    clientId: LOCAL_CLIENT_ID,
    jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`,
    issuers: [LOCAL_ISSUER],
    widget: { script, allows: { 'script-src': [script] } },
    keyRequests: () => fetched,
    token,
    async rotateKeys() {
      made += 1
      keys = [await makeSigningKey(`local-${made}`), keys[0]!]
    },
    register: (fastify) => registerGoogle(fastify, { clientId: LOCAL_CLIENT_ID, jwks, token }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Signing {
  readonly now: Date
  readonly key: SigningKey
  /** An unpublished key with the same id. */
  readonly stranger: SigningKey
}

async function makeToken(
  { clientId, nonce, account }: TokenRequest,
  { now, key, stranger }: Signing,
): Promise<string> {
  const wrong = sentinelOf(account.email)
  const hour = wrong === 'expired' ? -2 : wrong === 'future' ? 2 : 0
  const issuedAt = Math.floor(now.getTime() / 1_000) + hour * 3_600
  const claims = {
    iss: wrong === 'wrong-issuer' ? 'https://accounts.google.com.test' : LOCAL_ISSUER,
    azp: clientId,
    aud: wrong === 'wrong-audience' ? 'another.apps.google.test' : clientId,
    sub: account.sub,
    email: account.email,
    email_verified: wrong !== 'unverified',
    ...(wrong !== 'no-nonce' && { nonce: wrong === 'wrong-nonce' ? `${nonce}x` : nonce }),
    nbf: issuedAt - 300,
    name: account.name,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
    jti: `${account.sub}.${issuedAt}`,
  }
  if (wrong === 'wrong-key') return stranger.sign(claims)
  const token = await key.sign(claims)
  if (wrong !== 'unsigned') return token
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  return `${header}.${token.split('.')[1]}.`
}

/** A key pair like Google's: RSA, RS256, identified by its id. */
interface SigningKey {
  readonly publicKey: JWK
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
}

/** @param kid the id that tokens name */
async function makeSigningKey(kid: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return {
    publicKey: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' },
    sign: (claims) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey),
  }
}
