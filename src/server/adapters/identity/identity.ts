import type { Widget } from '../../widget.ts'

/** Whom a provider vouches for. */
export interface Identity {
  /** Names the provider, and with `subject` the account there, for good. */
  readonly issuer: string
  readonly subject: string
  /** An address that the provider has verified, normalised. */
  readonly email: string
  /** As the person writes it there; may be empty. */
  readonly name: string
  /** What the browser was given before it went to the provider. */
  readonly nonce: string
}

/**
 * A way to sign in with an account elsewhere. A provider of ID tokens (Google) checks the token itself; one of
 * authorization codes (Yandex ID, VK ID) would exchange the code in `identify` and answer the state as the nonce.
 */
export interface IdentityProvider {
  /** Public name of this site at the provider. */
  readonly clientId: string
  readonly widget: Widget
  /**
   * Checks what the provider's button gave to the browser.
   * @returns null when it is not this provider's word, not meant for this site, out of date, or of an unverified address
   * @throws Refusal provider_failed when it cannot be told
   */
  identify(credential: string): Promise<Identity | null>
}

/** The providers that are configured, by name. */
export interface IdentityProviders {
  readonly google: IdentityProvider | null
}
