import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { givenPassword, instant } from './fields.ts'

/** What browsers encode in base64url; long enough for any attestation. */
const encoded = z.string().min(1, 'required').max(20_000, 'too_long')

const credential = { id: encoded, rawId: encoded, type: z.literal('public-key') }

/** The result of `navigator.credentials.get`, in WebAuthn's JSON. */
const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: z.string().max(20_000, 'too_long').nullish(),
  }),
})

export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

/** The result of `navigator.credentials.create`. */
const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(30, 'too_long')).max(10, 'too_long').nullish(),
  }),
})

export type NewPasskey = z.infer<typeof newPasskey>

/** An authenticator app's code or a recovery code. Accepts any text, so that every wrong code gets the same answer. */
const givenFactorCode = z.string().trim().min(1, 'required').max(100, 'too_long')

/** What a login that needs a second factor is repeated with: one of the two. */
export const givenSecondFactor = {
  second_factor_code: givenFactorCode.nullish(),
  passkey: passkeyAnswer.nullish(),
}

/** The answer to a login with the right password that lacks a second factor. */
export const secondFactorAsked = {
  isSecondFactorRequired: z.boolean().optional(),
  secondFactor: z
    .object({
      /** Whether six-digit codes of an app are accepted; recovery codes always are. */
      hasTotp: z.boolean(),
      /** For `navigator.credentials.get`, in WebAuthn's JSON; null without a passkey. */
      passkeyOptions: z.looseObject({}).nullable(),
    })
    .optional(),
}

/** Required when the session is older than ten minutes. */
const proof = { password: givenPassword.nullish() }

/** Shown only this once; null when the person already has some. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

export const secondFactorEndpoints = endpoints({
  'GET /second-factor': {
    who: 'user',
    scope: 'account',
    limits: [],
    summary: "The person's second factor, if there is one",
    data: z.object({
      totp: z.object({ addedAt: instant }).nullable(),
      passkeys: z.array(z.object({ id: z.number().int(), addedAt: instant, lastUsedAt: instant.nullable() })),
      recoveryCodesLeft: z.number().int(),
      /** Whether changes now require the password; a person without one logs in again. */
      isPasswordNeeded: z.boolean(),
      hasPassword: z.boolean(),
      /** Passkeys belong to a domain name; a bare IP address has none. */
      isPasskeyPossible: z.boolean(),
    }),
    errors: [],
  },
  'POST /second-factor/totp': {
    who: 'user',
    scope: 'account',
    changesAccount: true,
    limits: [],
    furtherLimits: ['own_password'],
    summary:
      'Begin setting up an authenticator app: its secret takes effect once a code from it has been confirmed',
    body: z.object(proof),
    data: z.object({
      /** Base32. */
      secret: z.string(),
      /** For the QR code. */
      uri: z.string(),
      /** Sent back with the code; valid for ten minutes. */
      ticket: z.string(),
    }),
    errors: ['password_required', 'invalid_credentials'],
  },
  'PUT /second-factor/totp': {
    who: 'user',
    scope: 'account',
    changesAccount: true,
    limits: [],
    furtherLimits: ['totp', 'totp_day'],
    summary: 'Turn the app on, or replace it, with a code it shows',
    body: z.object({ ticket: z.string().min(1, 'required').max(1_000, 'too_long'), code: givenFactorCode }),
    data: recoveryCodes,
    errors: ['wrong_token', 'wrong_second_factor'],
  },
  'DELETE /second-factor/totp': {
    who: 'user',
    scope: 'account',
    changesAccount: true,
    limits: [],
    furtherLimits: ['own_password'],
    summary: 'Turn the app off; with the last factor, the recovery codes stop working too',
    body: z.object(proof),
    data: z.null(),
    errors: ['password_required', 'invalid_credentials', 'not_found'],
  },
  'POST /second-factor/passkeys': {
    who: 'user',
    scope: 'account',
    changesAccount: true,
    limits: [],
    furtherLimits: ['own_password'],
    summary: 'Begin adding a passkey: the options for `navigator.credentials.create`',
    body: z.object(proof),
    data: z.object({ options: z.looseObject({}) }),
    errors: ['password_required', 'invalid_credentials', 'not_found'],
  },
  'PUT /second-factor/passkeys': {
    who: 'user',
    scope: 'account',
    changesAccount: true,
    limits: [],
    summary: 'Add the passkey that the browser created with these options',
    body: z.object({ passkey: newPasskey }),
    data: recoveryCodes,
    errors: ['wrong_second_factor', 'not_found'],
  },
  'DELETE /second-factor/passkeys/{id}': {
    who: 'user',
    scope: 'account',
    changesAccount: true,
    limits: [],
    furtherLimits: ['own_password'],
    summary: 'Remove a passkey; with the last factor, the recovery codes stop working too',
    params: z.object({ id: z.coerce.number().int().positive() }),
    body: z.object(proof),
    data: z.null(),
    errors: ['password_required', 'invalid_credentials', 'not_found'],
  },
  'POST /second-factor/recovery-codes': {
    who: 'user',
    scope: 'account',
    changesAccount: true,
    limits: [],
    furtherLimits: ['own_password'],
    summary: 'Ten new recovery codes in place of the old ones',
    body: z.object(proof),
    data: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['password_required', 'invalid_credentials', 'not_found'],
  },
})
