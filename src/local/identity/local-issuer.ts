import type { FastifyInstance } from 'fastify'
import type { Clock } from '#server/clock.ts'
import { type Random, systemRandom } from '#server/random.ts'
import { registerIssuer } from './issuer.routes.ts'
import { type Algorithm, makeSigningKeys } from './signing-keys.ts'

/** An OpenID Connect issuer on loopback: discovery, authorization code with PKCE, userinfo, keys that rotate, logout. */
export interface LocalIssuer {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** How often its discovery document and its keys were fetched. */
  readonly requests: () => { readonly discovery: number; readonly keys: number }
  /** Signs with a new key from now on; the previous one stays valid until the next rotation. */
  rotateKeys(): Promise<void>
  register(fastify: FastifyInstance): Promise<void>
  close(): void
}

/** The client that the stand-in knows. It lets anybody in, so its secret is none. */
const LOCAL_CLIENT = { clientId: 'channelbook', clientSecret: 'local' } as const

interface LocalIssuerOptions {
  readonly clock: Clock
  /** The URL at which its routes are registered, without a trailing slash. */
  readonly url: string
  readonly random?: Random
  /** The folder of its routes, so that several can run side by side. */
  readonly path?: string
  /** Says nothing about whether addresses are verified. */
  readonly isSilent?: boolean
  /** What it signs with. */
  readonly algorithm?: Algorithm
}

export async function startLocalIssuer({
  clock,
  url,
  random = systemRandom,
  path = '/local/oidc',
  isSilent = false,
  algorithm = 'RS256',
}: LocalIssuerOptions): Promise<LocalIssuer> {
  const issuer = `${url}${path}`
  const keys = await makeSigningKeys(algorithm)
  const fetched = { discovery: 0, keys: 0 }
  return {
    ...LOCAL_CLIENT,
    issuer,
    requests: () => ({ ...fetched }),
    rotateKeys: () => keys.rotate(),
    async register(fastify) {
      // A scope of its own: its parser of forms is not that of others.
      await fastify.register(
        async (routes) =>
          registerIssuer(routes, {
            ...LOCAL_CLIENT,
            issuer,
            keys,
            clock,
            random,
            isSilent,
            algorithm,
            onFetch: (what) => (fetched[what] += 1),
          }),
        { prefix: path },
      )
    },
    close: () => undefined,
  }
}
