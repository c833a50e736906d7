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

export async function makeSigningKeys(): Promise<SigningKeys> {
  let made = 1
  let keys = [await makeKey('local-1')]
  const stranger = await makeKey('local-1')
  return {
    jwks: () => ({ keys: keys.map(({ publicKey }) => publicKey) }),
    sign: (claims) => keys[0]!.sign(claims),
    signAsStranger: (claims) => stranger.sign(claims),
    async rotate() {
      made += 1
      keys = [await makeKey(`local-${made}`), keys[0]!]
    },
  }
}

/** A key pair as most issuers have: RSA, RS256, identified by its id. */
interface SigningKey {
  readonly publicKey: JWK
  sign(claims: Claims): Promise<string>
}

/** @param kid the id that tokens name */
async function makeKey(kid: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return {
    publicKey: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' },
    sign: (claims) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey),
  }
}
