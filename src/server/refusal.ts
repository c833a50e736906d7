import type { ErrorCode, FieldProblem } from '#shared/api/errors.ts'

interface RefusalDetails {
  /** For `invalid_input`: what is wrong with each field, by name. */
  readonly fields?: Readonly<Record<string, FieldProblem>>
  /** In place of the code's text, where more is known. */
  readonly text?: string
  /** Further fields of the answer, as declared in the endpoint's `refusalExtras`. */
  readonly extras?: Readonly<Record<string, unknown>>
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter?: number
  /** The cause, for the log. */
  readonly cause?: unknown
}

/** The only expected error: the caller receives its code and text. Any other thrown error is a bug. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: Readonly<Record<string, FieldProblem>> | undefined
  readonly text: string | undefined
  readonly extras: Readonly<Record<string, unknown>> | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(code, details.cause === undefined ? {} : { cause: details.cause })
    this.name = 'Refusal'
    this.code = code
    this.fields = details.fields
    this.text = details.text
    this.extras = details.extras
    this.retryAfter = details.retryAfter
  }
}
