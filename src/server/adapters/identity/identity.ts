import type { Widget } from '../../widget.ts'

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
}

/**
 * A way to sign in with an account elsewhere. A provider of ID tokens (Google) verifies the token itself; a provider of
 * authorization codes (Yandex ID, VK ID) would exchange the code in `identify` and return the state as the nonce.
 */
export interface IdentityProvider {
  /** This site's public name at the provider. */
  readonly clientId: string
  readonly widget: Widget
  /**
   * Verifies the credential that the provider's button gave to the browser.
   * @returns null when it is not from this provider, not for this site, expired, or for an unverified address
   * @throws Refusal provider_failed when it cannot be verified
   */
  identify(credential: string): Promise<Identity | null>
}

/** The providers that are configured, by name. */
export interface IdentityProviders {
  readonly google: IdentityProvider | null
}
