import type * as WebAuthn from '@simplewebauthn/browser'
import type { ReactNode } from 'react'
import type { BodyGiven } from '#shared/api/contract.ts'
import { ExplainedFailure } from '#web/kit/actions/refusals.ts'

type Login = NonNullable<BodyGiven<'POST /login'>['passkey']>
type Registration = BodyGiven<'PUT /second-factor/passkeys'>['passkey']

/** Requests a passkey assertion from the browser. @param failure shown when the browser or the person refuses */
export function askBrowser(options: Record<string, unknown>, failure: ReactNode): Promise<Login> {
  // The server created the options for this call.
  return ask(failure, (browser) => browser.startAuthentication({ optionsJSON: options as never }))
}

/** Creates a passkey in the browser. @param failure shown when the browser or the person refuses */
export function makePasskey(options: Record<string, unknown>, failure: ReactNode): Promise<Registration> {
  return ask(failure, (browser) => browser.startRegistration({ optionsJSON: options as never }))
}

async function ask<T>(failure: ReactNode, act: (browser: typeof WebAuthn) => Promise<T>): Promise<T> {
  try {
    return await act(await import('@simplewebauthn/browser'))
  } catch {
    throw new ExplainedFailure(failure)
  }
}
