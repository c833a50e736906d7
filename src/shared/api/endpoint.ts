import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call: anyone, a logged-in person, a sponsor (logged in and marked by the operator), or the payment provider,
 * which brings no key and no session; nothing that it says is believed.
 */
export type Who = 'anyone' | 'user' | 'sponsor' | 'provider'

/** All that there is to an endpoint's outside. Keyed by `'METHOD /path/{param}'` relative to `/api`. */
export interface Endpoint {
  readonly who: Who
  /** One sentence for the API documentation. */
  readonly summary: string
  /** Path parameters, strings as they stand in the address. */
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** What `data` is in a successful answer. */
  readonly data: z.ZodType
  /** Successful fields beside `data` (`message`, `confirmationURL`, `meta`, ...). */
  readonly extras?: z.ZodObject
  /** Fields beside `data` that a refusal carries too. */
  readonly refusalExtras?: z.ZodObject
  /** Refusals that the call itself can give; those of the pipeline (key, session, CSRF, limits ...) go without saying. */
  readonly errors: readonly ErrorCode[]
  /** Fields that `refusalExtras` declares, as every refusal of the call carries them: the pipeline's too. */
  readonly refusedWith?: Readonly<Record<string, unknown>>
  /** It needs no CSRF token although it is not GET. GET changes nothing anyway. */
  readonly changesNothing?: true
  /** The answer stands outside the envelope and is not JSON of ours alone (the captcha challenge, file downloads). */
  readonly bare?: true
  /** Browsers are to keep the answer as a file of this name. */
  readonly fileName?: string
}

/** Keeps an entry's exact type while checking its shape. */
export function endpoints<const T extends Record<string, Endpoint>>(entries: T): T {
  return entries
}
