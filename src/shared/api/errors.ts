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
  over_budget: 403,
  other_address: 403,
  password_required: 403,
  proof_required: 403,
  forbidden: 403,
  demo_account: 403,
  not_found: 404,
  no_contact: 404,
  already_bought: 409,
  already_voted: 409,
  already_reported: 409,
  command_refused: 409,
  company_missing: 409,
  invoice_settled: 409,
  email_taken: 409,
  last_login: 409,
  changed_meanwhile: 409,
  quote_expired: 409,
  already_member: 409,
  team_needs_owner: 409,
  owns_team: 409,
  too_many_members: 409,
  too_many_teams: 409,
  too_large: 413,
  not_json: 415,
  too_many_requests: 429,
  internal: 500,
  provider_failed: 502,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The refusals of operators' commands, with what their texts name. The texts are in `i18n/{en,ru}/commands.ts`. */
export interface CommandErrors {
  /** A field is wrong in a way that only the verb can see. */
  readonly wrong_field: { readonly field: string; readonly problem: InputProblem }
  /** Nothing was changed. */
  readonly import_running: null
  readonly no_such_channel: { readonly named: string }
  /** An id is the number of another channel. */
  readonly several_channels: { readonly named: string }
  readonly nothing_to_edit: null
  readonly handle_taken: null
  readonly name_taken: null
  readonly same_channel: null
  readonly other_platform: null
  readonly other_platform_id: null
  readonly demo_and_real: null
  readonly no_such_person: null
  /** Others belong to a team of this person. */
  readonly owns_team: null
  /** Somebody must be able to name operators. */
  readonly last_owner: null
  readonly no_such_team: null
  /** Neither a person nor a team. */
  readonly no_such_holder: null
  /** Fewer granted uses are left than are to be taken. */
  readonly granted_less: { readonly uses: number }
  readonly not_in_team: null
  /** The key belongs to another grant of this person. */
  readonly grant_key_used: { readonly key: string }
  readonly promocode_taken: { readonly code: string }
  readonly no_such_promocode: { readonly code: string }
  readonly until_is_past: null
  readonly sponsor_listed: { readonly name: string }
  readonly sponsor_not_listed: { readonly name: string }
  readonly no_such_review: null
  readonly no_such_payment: null
  readonly not_paid: null
  readonly no_such_invoice: null
  /** Kopecks. */
  readonly other_amount: { readonly amount: number }
  readonly invoice_canceled: null
  readonly invoice_paid: null
  /** The transfer goes back to its sender. */
  readonly account_gone: null
  /** All of it is spent. */
  readonly nothing_left: null
  readonly refunded_before: null
  /** The dates of a later payment follow: that one is refunded first. */
  readonly refund_other_first: { readonly id: string }
  /** By the provider. Kopecks. */
  readonly refund_canceled: { readonly amount: number; readonly uses: number }
  /** What was stored before it was asked is finished by the server. */
  readonly no_such_report: null
  readonly no_such_request: null
  readonly request_to_come: { readonly received: string }
  readonly request_kept: { readonly id: number }
  readonly answer_or_elsewhere: null
  /** `import_running` in the midst of it. */
  readonly forget_later: null
  readonly one_switch_and_reason: null
  readonly no_such_source: { readonly source: string; readonly near: readonly string[] }
  readonly forget_after_switch: null
  readonly no_such_import: { readonly run: number }
  /** It is being read or written, or its file is not whole. */
  readonly import_at_work: null
  /** Its file is on another server, or was deleted after some time. */
  readonly import_not_here: null
  readonly import_on_demo: null
  readonly import_not_done: null
  /** What it changed is not known any more. */
  readonly import_forgotten: null
  /** How many of its channels something depends on, by what. */
  readonly import_depended_on: Dependents
  readonly no_provider_answer: { readonly answer: string; readonly isRefund: boolean }
}

/** How many channels of an import something depends on. */
export type Dependents = {
  /** Bought, or in somebody's lists. */
  readonly used: number
  /** Edited, hidden or merged by an operator, or merged by the import. */
  readonly operated: number
  /** Written by a later import. */
  readonly later: number
  /** Confirmed or changed by their creators. */
  readonly creators: number
}

export type CommandErrorCode = keyof CommandErrors

/** What is wrong with a field of a command; each has a text in the dictionaries. */
export type InputProblem =
  | 'invalid'
  | 'reason'
  | 'list'
  | 'name'
  | 'handle'
  | 'url'
  | 'country'
  | 'languageCode'
  | 'promocode'
  | 'date'
  | 'webAddress'
  | 'roubles'
  | 'person'
  | 'address'
  | 'subject'
  | 'map'
  | 'days'

/** Why a field was refused; each has a text in the dictionaries. */
export const FIELD_PROBLEMS = [
  'required',
  'invalid',
  'too_long',
  'too_many',
  'lists_full',
  'list_name_taken',
  'cards_full',
  'tags_full',
  'tags_of_card',
  'not_colleague',
  'searches_full',
  'templates_full',
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
  'inn_invalid',
  'kpp_invalid',
  'vat_invalid',
  'name_link',
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
