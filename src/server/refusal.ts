import type { CommandErrorCode, CommandErrors, ErrorCode, FieldProblem } from '#shared/api/errors.ts'

interface RefusalDetails {
  /** For `invalid_input`: what is wrong with each field, by name. */
  readonly fields?: Readonly<Record<string, FieldProblem>>
  /** In place of the code's text, where more is known. */
  readonly text?: string
  /** Further fields of the answer, as declared in the endpoint's `refusalExtras`; of a command, what its text names. */
  readonly extras?: Readonly<Record<string, unknown>>
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter?: number
  /** The cause, for the log. */
  readonly cause?: unknown
}

/** A command's refusal states the facts that its text names. */
type DetailsOf<Code> = Code extends CommandErrorCode
  ? CommandErrors[Code] extends null
    ? [details?: RefusalDetails]
    : [details: RefusalDetails & { readonly extras: CommandErrors[Code] }]
  : [details?: RefusalDetails]

/** The only expected error: the caller receives its code and text. Any other thrown error is a bug. */
export class Refusal<Code extends ErrorCode | CommandErrorCode = ErrorCode> extends Error {
  readonly code: Code
  readonly fields: Readonly<Record<string, FieldProblem>> | undefined
  readonly text: string | undefined
  readonly extras: Readonly<Record<string, unknown>> | undefined
  readonly retryAfter: number | undefined

  constructor(code: Code, ...[details = {}]: DetailsOf<Code>) {
    const { cause, fields, text, extras, retryAfter }: RefusalDetails = details
    super(code, cause === undefined ? {} : { cause })
    this.name = 'Refusal'
    this.code = code
    this.fields = fields
    this.text = text
    this.extras = extras
    this.retryAfter = retryAfter
  }
}
