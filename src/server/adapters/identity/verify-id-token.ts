import {
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose'
import type { Clock } from '../../clock.ts'
import { type OutsideCalls, outcomeOfStatus } from '../../outside-calls.ts'
import { Refusal } from '../../refusal.ts'
import { readAnswer } from '../answers/read-answer.ts'

export const ANSWER_MS = 5_000
export const ANSWER_MAX = 256 * 1024
/** Keys are fetched again after this time; for an unknown key, at most once in the shorter time. */
const KEYS_MS = 600_000
const KEYS_PAUSE_MS = 30_000
export const CLOCK_SKEW_SECONDS = 30

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

interface VerifierOptions {
  readonly clientId: string
  /** The URL of the provider's public keys. */
  readonly jwksUrl: string
  /** The issuers that tokens may name. */
  readonly issuers: readonly string[]
  /** Signatures by key pairs only: a shared secret or `none` proves nothing. */
  readonly algorithms: readonly string[]
  readonly requiredClaims: readonly string[]
  readonly clock: Clock
  /** How long (ms) after fetching the keys an unknown one is not looked for. */
  readonly keysPauseMs?: number
  /** From `shortFetch`. */
  readonly fetch: ShortFetch
}

export type ShortFetch = (url: string, options: RequestInit) => Promise<Response>

export interface VerifiedToken {
  readonly header: JWTHeaderParameters
  readonly claims: JWTPayload
}

/**
 * Verifies ID tokens as OpenID Connect Core 3.1.3.7 requires: signature by the provider's present keys, issuer, audience, times.
 * The nonce is for the caller to compare.
 * @returns a function that answers null when the token is not valid, and throws Refusal provider_failed without keys
 */
export function idTokenVerifier({
  clientId,
  jwksUrl,
  issuers,
  algorithms,
  requiredClaims,
  clock,
  keysPauseMs = KEYS_PAUSE_MS,
  fetch: fetchKeys,
}: VerifierOptions): (token: string) => Promise<VerifiedToken | null> {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: ANSWER_MS,
    cacheMaxAge: KEYS_MS,
    cooldownDuration: keysPauseMs,
    [customFetch]: fetchKeys,
  })
  return async (token) => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        algorithms: [...algorithms],
        issuer: [...issuers],
        audience: clientId,
        requiredClaims: [...requiredClaims],
        currentDate: clock.now(),
        clockTolerance: CLOCK_SKEW_SECONDS,
      })
      return { header: protectedHeader, claims: payload }
    } catch (error) {
      if (TOKEN_ERRORS.some((kind) => error instanceof kind)) return null
      throw new Refusal('provider_failed')
    }
  }
}

/** Fetches as a call of an outside service, and breaks off an answer that is longer than any that a provider gives. */
export function shortFetch(calls: OutsideCalls, service: 'google' | 'issuer'): ShortFetch {
  const outcomeOf = ({ status }: Response) => outcomeOfStatus(status)
  return (url, options) =>
    calls.watch({ service, operation: options.method ?? 'GET', outcomeOf }, async () => {
      const response = await fetch(url, options)
      const { status, headers } = response
      const body = await readAnswer(response, ANSWER_MAX)
      return new Response(body === '' ? null : body, {
        status,
        headers: { 'content-type': headers.get('content-type') ?? '' },
      })
    })
}
