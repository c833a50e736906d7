import type { JWTPayload } from 'jose'
import type { Clock } from '../../clock.ts'
import { type OutsideCalls, UNWATCHED } from '../../outside-calls.ts'
import type { Widget } from '../../widget.ts'
import { emailOf, type Identity, type WidgetProvider } from './identity.ts'
import { idTokenVerifier, shortFetch } from './verify-id-token.ts'

interface GoogleOptions {
  readonly clientId: string
  /** The URL of the provider's public keys. */
  readonly jwksUrl: string
  /** The issuers that tokens may name. */
  readonly issuers: readonly string[]
  readonly widget: Widget
  readonly clock: Clock
  readonly calls?: OutsideCalls | undefined
}

/**
 * Verifies Google's ID tokens as OpenID Connect and Google require.
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function googleIdentity({ widget, calls = UNWATCHED, ...options }: GoogleOptions): WidgetProvider {
  const verify = idTokenVerifier({
    ...options,
    fetch: shortFetch(calls, 'google'),
    algorithms: ['RS256'],
    requiredClaims: ['exp', 'iat', 'sub', 'email', 'nonce'],
  })
  return {
    clientId: options.clientId,
    widget,
    noncePurpose: 'nonce',
    async identify(credential) {
      const verified = await verify(credential)
      return verified === null ? null : identityOf(verified.claims)
    },
  }
}

function identityOf({ iss = '', sub = '', ...claims }: JWTPayload): Identity | null {
  const { name, nonce } = claims
  const email = claims['email_verified'] === true ? emailOf(claims['email']) : null
  if (email === null || sub === '' || typeof nonce !== 'string') return null
  return {
    issuer: iss.replace(/^https:\/\//, ''),
    subject: sub,
    email,
    name: typeof name === 'string' ? name : '',
    nonce,
    roles: null,
  }
}
