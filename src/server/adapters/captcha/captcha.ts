import type { Widget } from '../../widget.ts'

/** Where a solution comes from. */
export interface CaptchaContext {
  readonly network: string
}

/** Tells people from bots, or at least makes bots pay. */
export interface Captcha {
  /** The name by which the web chooses the widget. */
  readonly provider: string
  /** The public key for the provider's widget; null when it needs none. */
  readonly siteKey: string | null
  /** What the provider's widget needs in the page; null for our own widget. */
  readonly widget: Widget | null
  /** A new challenge in the widget's format, or null when the provider creates its own. */
  challenge(context: CaptchaContext): Promise<object | null>
  /**
   * Whether a solution is right and unused; a right one is marked as used.
   * @param payload from the widget, any text
   * @throws Refusal provider_failed when it cannot be verified: then nothing may be granted
   */
  verify(payload: string, context: CaptchaContext): Promise<boolean>
  /** Deletes used solutions that have expired. */
  purge(): Promise<void>
}
