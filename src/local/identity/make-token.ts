import { type LocalAccount, sentinelOf } from './accounts.ts'
import type { SigningKeys } from './signing-keys.ts'

const LIFETIME_SECONDS = 3_600

/** What the token should contain. */
export interface TokenRequest {
  readonly clientId: string
  readonly nonce: string
  readonly account: LocalAccount
}

interface Signing {
  readonly issuer: string
  readonly now: Date
  readonly keys: SigningKeys
  /** Further claims, which may replace the usual ones. */
  readonly more?: Readonly<Record<string, unknown>>
}

/** An ID token for an account, with the fault that its address asks for. */
export async function makeToken(
  { clientId, nonce, account }: TokenRequest,
  { issuer, now, keys, more = {} }: Signing,
): Promise<string> {
  const wrong = sentinelOf(account.email)
  const hour = wrong === 'expired' ? -2 : wrong === 'future' ? 2 : 0
  const issuedAt = Math.floor(now.getTime() / 1_000) + hour * 3_600
  const claims = {
    iss: wrong === 'wrong-issuer' ? `${issuer}.test` : issuer,
    azp: clientId,
    aud: wrong === 'wrong-audience' ? `another.${clientId}` : clientId,
    sub: account.sub,
    email: account.email,
    email_verified: wrong !== 'unverified',
    ...(wrong !== 'no-nonce' && { nonce: wrong === 'wrong-nonce' ? `${nonce}x` : nonce }),
    nbf: issuedAt - 300,
    name: account.name,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
    jti: `${account.sub}.${issuedAt}`,
    ...more,
  }
  if (wrong === 'wrong-key') return keys.signAsStranger(claims)
  const token = await keys.sign(claims)
  if (wrong !== 'unsigned') return token
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  return `${header}.${token.split('.')[1]}.`
}
