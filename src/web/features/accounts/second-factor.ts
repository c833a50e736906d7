import type { BodyGiven, ExtrasOf } from '#shared/api/contract.ts'

/** What a login answered that a second factor is missing in. */
export type AskedFactor = NonNullable<ExtrasOf<'POST /login'>['secondFactor']>

/** What it is repeated with. */
export type Factor = Pick<BodyGiven<'POST /login'>, 'second_factor_code' | 'passkey'>

type Passkey = NonNullable<Factor['passkey']>

/** Has the browser prove a passkey. @throws whatever the browser or the person has against it */
export async function askBrowser(options: Record<string, unknown>): Promise<Passkey> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // The server made them for this very call.
  return startAuthentication({ optionsJSON: options as never })
}

/** Has the browser make a passkey. @throws whatever the browser or the person has against it */
export async function makePasskey(
  options: Record<string, unknown>,
): Promise<BodyGiven<'PUT /second-factor/passkeys'>['passkey']> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as never })
}
