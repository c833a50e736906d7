import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A key pair like Google's: RSA, RS256, identified by its id. */
export interface SigningKey {
  readonly publicKey: JWK
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
}

/** @param kid the id that tokens name */
export async function makeSigningKey(kid: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return {
    publicKey: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' },
    sign: (claims) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey),
  }
}
