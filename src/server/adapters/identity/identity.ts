import { emailProblem, normalizeEmail } from '#shared/rules/email.ts'
import type { Widget } from '../../widget.ts'

/** What a provider may make of a person here. */
export const ROLES = ['sponsor'] as const
export type Role = (typeof ROLES)[number]

/** The account that a provider vouches for. */
export interface Identity {
  /** Identifies the provider and, with `subject`, the account there, permanently. */
  readonly issuer: string
  readonly subject: string
  /** An address verified by the provider, normalised. */
  readonly email: string
  /** The person's name there; may be empty. */
  readonly name: string
  /** The nonce that the browser got before it went to the provider. */
  readonly nonce: string
  /** The roles that the provider gives here; null when it has no say in them. */
  readonly roles: readonly Role[] | null
}

/** A way to sign in with an account elsewhere. */
export interface IdentityProvider {
  /** What the nonces of its sign-ins are issued for: one for another provider is worthless here. */
  readonly noncePurpose: 'nonce' | 'oidc'
  /**
   * Verifies the credential that the browser brings.
   * @returns null when it is not from this provider, not for this site, expired, or for an unverified address
   * @throws Refusal provider_failed when it cannot be verified
   */
  identify(credential: string): Promise<Identity | null>
}

/** A provider whose own button gives the browser an ID token: Google. */
export interface WidgetProvider extends IdentityProvider {
  /** This site's public name at the provider. */
  readonly clientId: string
  readonly widget: Widget
}

/** One sign-in of one browser. */
export interface Attempt {
  /** The nonce that comes back with the browser. */
  readonly state: string
  readonly browserToken: string
}

/** A provider to whose page the browser goes, and which sends it back with a code: any OpenID Connect issuer. */
export interface RedirectProvider extends IdentityProvider {
  /** How people know it: the button says it. */
  readonly name: string
  readonly issuer: string
  /** @returns the URL of the provider's page. @throws Refusal provider_failed */
  start(attempt: Attempt): Promise<string>
  /**
   * Exchanges the code that the browser brought back, once.
   * @param query that of the URL to which the provider sent the browser
   * @returns the credential for `identify`
   * @throws Refusal wrong_token, provider_failed
   */
  finish(attempt: Attempt, query: string): Promise<string>
  /** The URL that ends the person's session at the provider and leads back here; null when it has none, or does not answer. */
  leave(): Promise<string | null>
}

/** The providers that are configured, by name. */
export interface IdentityProviders {
  readonly google: WidgetProvider | null
  readonly oidc: RedirectProvider | null
}

/** The address in a claim, normalised; null when it is none. */
export function emailOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null
  const email = normalizeEmail(claim)
  return emailProblem(email) === null ? email : null
}
