import type { ReactNode } from 'react'
import type { BodyGiven, ExtrasOf } from '#shared/api/contract.ts'
import { ToldFailure } from '#web/kit/actions/use-action.ts'

/** What a login answered that a second factor is missing in. */
export type AskedFactor = NonNullable<ExtrasOf<'POST /login'>['secondFactor']>

/** What it is repeated with. */
export type Factor = Pick<BodyGiven<'POST /login'>, 'second_factor_code' | 'passkey'>

type Passkey = NonNullable<Factor['passkey']>

/** Has the browser prove a passkey. @param failure said of whatever the browser or the person has against it */
export async function askBrowser(options: Record<string, unknown>, failure: ReactNode): Promise<Passkey> {
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    // The server made them for this very call.
    return await startAuthentication({ optionsJSON: options as never })
  } catch {
    throw new ToldFailure(failure)
  }
}

/** Has the browser make a passkey. @param failure said of whatever the browser or the person has against it */
export async function makePasskey(
  options: Record<string, unknown>,
  failure: ReactNode,
): Promise<BodyGiven<'PUT /second-factor/passkeys'>['passkey']> {
  try {
    const { startRegistration } = await import('@simplewebauthn/browser')
    return await startRegistration({ optionsJSON: options as never })
  } catch {
    throw new ToldFailure(failure)
  }
}
