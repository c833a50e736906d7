import type { ErrorCode, FieldProblem } from '#shared/api/errors.ts'

interface RefusalDetails {
  /** For `invalid_input`: field name to what is wrong with it. */
  readonly fields?: Readonly<Record<string, FieldProblem>>
  /** Fields of the answer beside `error`, as the endpoint's `refusalExtras` declares them. */
  readonly extras?: Readonly<Record<string, unknown>>
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter?: number
  /** What made it so, for the log. */
  readonly cause?: unknown
}

/** The one expected error: the caller is told its code and text. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: Readonly<Record<string, FieldProblem>> | undefined
  readonly extras: Readonly<Record<string, unknown>> | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(code, details.cause === undefined ? {} : { cause: details.cause })
    this.name = 'Refusal'
    this.code = code
    this.fields = details.fields
    this.extras = details.extras
    this.retryAfter = details.retryAfter
  }
}
