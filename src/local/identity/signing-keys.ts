import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

type Claims = Readonly<Record<string, unknown>>

/** The keys of an issuer: the newest signs, the one before it stays published. */
export interface SigningKeys {
  /** The public keys, as they are published. */
  jwks(): { readonly keys: readonly JWK[] }
  sign(claims: Claims): Promise<string>
  /** Signs with an unpublished key that has the newest one's id. */
  signAsStranger(claims: Claims): Promise<string>
  rotate(): Promise<void>
}

/** RSA is what most issuers have. */
export type Algorithm = 'RS256' | 'Ed25519'

export async function makeSigningKeys(algorithm: Algorithm = 'RS256'): Promise<SigningKeys> {
  let made = 1
  let keys = [await makeKey('local-1', algorithm)]
  const stranger = await makeKey('local-1', algorithm)
  return {
    jwks: () => ({ keys: keys.map(({ publicKey }) => publicKey) }),
    sign: (claims) => keys[0]!.sign(claims),
    signAsStranger: (claims) => stranger.sign(claims),
    async rotate() {
      made += 1
      keys = [await makeKey(`local-${made}`, algorithm), keys[0]!]
    },
  }
}

interface SigningKey {
  readonly publicKey: JWK
  sign(claims: Claims): Promise<string>
}

/** @param kid the id that tokens name */
async function makeKey(kid: string, alg: Algorithm): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg)
  return {
    publicKey: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg },
    sign: (claims) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey),
  }
}
