import type { Widget } from '../../widget.ts'

/** Where a solution came from. */
export interface CaptchaContext {
  readonly network: string
}

/** Tells people from programs, or at least makes programs pay. */
export interface Captcha {
  /** Name that the web chooses its widget by. */
  readonly provider: string
  /** Public key for the provider's widget; null when it needs none. */
  readonly siteKey: string | null
  /** What the provider's widget needs in the page; null when the page has one of its own. */
  readonly widget: Widget | null
  /** A new challenge as the widget takes it, or null when the provider makes its own. */
  challenge(context: CaptchaContext): Promise<object | null>
  /**
   * Whether a solution is right and was not used before; a right one counts as used from now on.
   * @param payload what the widget gave, any text
   * @throws Refusal provider_failed when it cannot be told: then nothing may be granted
   */
  verify(payload: string, context: CaptchaContext): Promise<boolean>
  /** Forgets used solutions that have expired. */
  purge(): Promise<void>
}
