import type { ReactNode } from 'react'
import type { BodyGiven, ExtrasOf } from '#shared/api/contract.ts'
import { ExplainedFailure } from '#web/kit/actions/use-action.ts'

/** The answer of a login that requires a second factor. */
export type AskedFactor = NonNullable<ExtrasOf<'POST /login'>['secondFactor']>

/** The second factor that the login is repeated with. */
export type Factor = Pick<BodyGiven<'POST /login'>, 'second_factor_code' | 'passkey'>

type Passkey = NonNullable<Factor['passkey']>

/** Requests a passkey assertion from the browser. @param failure shown when the browser or the person refuses */
export async function askBrowser(options: Record<string, unknown>, failure: ReactNode): Promise<Passkey> {
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    // The server created the options for this call.
    return await startAuthentication({ optionsJSON: options as never })
  } catch {
    throw new ExplainedFailure(failure)
  }
}

/** Creates a passkey in the browser. @param failure shown when the browser or the person refuses */
export async function makePasskey(
  options: Record<string, unknown>,
  failure: ReactNode,
): Promise<BodyGiven<'PUT /second-factor/passkeys'>['passkey']> {
  try {
    const { startRegistration } = await import('@simplewebauthn/browser')
    return await startRegistration({ optionsJSON: options as never })
  } catch {
    throw new ExplainedFailure(failure)
  }
}
