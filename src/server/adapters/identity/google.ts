import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose'
import { emailProblem, normalizeEmail } from '#shared/rules/email.ts'
import type { Clock } from '../../clock.ts'
import { type OutsideCalls, outcomeOfStatus, UNWATCHED } from '../../outside-calls.ts'
import { Refusal } from '../../refusal.ts'
import { readAnswer } from '../answers/read-answer.ts'
import type { Widget } from '../../widget.ts'
import type { Identity, IdentityProvider } from './identity.ts'

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

const ANSWER_MS = 5_000
const ANSWER_MAX = 256 * 1024
/** Keys are fetched again after this time; for an unknown key, at most once in the shorter time. */
const KEYS_MS = 600_000
const KEYS_PAUSE_MS = 30_000
const CLOCK_SKEW_SECONDS = 30

/** The library's errors about the token; all others are about fetching the keys. */
const TOKEN_ERRORS = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
]

/**
 * Verifies Google's ID tokens as OpenID Connect Core 3.1.3.7 and Google require.
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function googleIdentity({
  clientId,
  jwksUrl,
  issuers,
  widget,
  clock,
  calls = UNWATCHED,
}: GoogleOptions): IdentityProvider {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: ANSWER_MS,
    cacheMaxAge: KEYS_MS,
    cooldownDuration: KEYS_PAUSE_MS,
    async [customFetch](url, options) {
      const outcomeOf = ({ status }: Response) => outcomeOfStatus(status)
      return calls.watch({ service: 'google', operation: 'read keys', outcomeOf }, async () => {
        const response = await fetch(url, options)
        return new Response(await readAnswer(response, ANSWER_MAX), { status: response.status })
      })
    },
  })
  return {
    clientId,
    widget,
    async identify(credential) {
      try {
        const { payload } = await jwtVerify(credential, keys, {
          algorithms: ['RS256'],
          issuer: [...issuers],
          audience: clientId,
          requiredClaims: ['exp', 'iat', 'sub', 'email', 'nonce'],
          currentDate: clock.now(),
          clockTolerance: CLOCK_SKEW_SECONDS,
        })
        return identityOf(payload)
      } catch (error) {
        if (TOKEN_ERRORS.some((kind) => error instanceof kind)) return null
        throw new Refusal('provider_failed')
      }
    },
  }
}

function identityOf({ iss = '', sub = '', ...claims }: JWTPayload): Identity | null {
  const { email, name, nonce } = claims
  if (claims['email_verified'] !== true || typeof email !== 'string' || typeof nonce !== 'string') return null
  const address = normalizeEmail(email)
  if (sub === '' || emailProblem(address) !== null) return null
  return {
    issuer: iss.replace(/^https:\/\//, ''),
    subject: sub,
    email: address,
    name: typeof name === 'string' ? name : '',
    nonce,
  }
}
