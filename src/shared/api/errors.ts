/** All refusals of the API, with their HTTP status. The texts are in `i18n/{en,ru}/errors.ts`. */
export const ERROR_STATUS = {
  invalid_input: 400,
  invalid_credentials: 400,
  wrong_code: 400,
  wrong_second_factor: 400,
  wrong_captcha: 400,
  wrong_token: 400,
  wrong_promocode: 400,
  promocode_used: 400,
  promocode_ended: 400,
  disposable_email: 400,
  wrong_evidence: 400,
  no_uses: 400,
  api_key: 401,
  not_logged_in: 401,
  session_expired: 403,
  account_blocked: 403,
  csrf: 403,
  password_required: 403,
  forbidden: 403,
  demo_account: 403,
  not_found: 404,
  no_contact: 404,
  already_bought: 409,
  already_voted: 409,
  already_reported: 409,
  email_taken: 409,
  last_login: 409,
  changed_meanwhile: 409,
  too_large: 413,
  not_json: 415,
  too_many_requests: 429,
  internal: 500,
  provider_failed: 502,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Why a field was refused; each has a text in the dictionaries. */
export const FIELD_PROBLEMS = [
  'required',
  'invalid',
  'too_long',
  'email_empty',
  'email_invalid',
  'email_disposable',
  'username_short',
  'username_long',
  'username_characters',
  'username_digits',
  'username_same',
  'password_short',
  'password_long',
  'password_common',
  'password_own',
  'not_agreed',
  'consent_missing',
  'credential_refused',
  'sign_in_refused',
  'address_unverified',
] as const

export type FieldProblem = (typeof FIELD_PROBLEMS)[number]

/** The error part of every refused answer. */
export interface ApiError {
  readonly code: ErrorCode
  /** English; the web translates by `code`. */
  readonly message: string
  /** For `invalid_input`: what is wrong with each field, by name (`email`; nested names joined by dots). */
  readonly fields?: Readonly<Record<string, FieldProblem>>
}
