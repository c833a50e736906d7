/** What a log may contain of an error: its type, its message without addresses, its stack and its cause. */
export interface ErrorDescription {
  readonly type: string
  readonly message: string
  /** PostgreSQL's SQLSTATE, or Node's code of a system error. */
  readonly code?: string
  /** The violated constraint of the database. */
  readonly constraint?: string
  readonly stack?: string
  readonly cause?: ErrorDescription
}

const ADDRESS = /[^\s"'<>()=,;:]+@[^\s"'<>(),;]+/g
// PostgreSQL quotes the rejected value: `invalid input syntax for type integer: "..."`.
const QUOTED_VALUE = /: ".*"/gs

/** Describes an error for the log. Leaves out the details of a statement (values, keys): they contain what people entered. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'thrown without being an error' }
  const text = (name: 'code' | 'constraint') => {
    const value = (error as Error & Readonly<Record<string, unknown>>)[name]
    return typeof value === 'string' ? { [name]: value } : {}
  }
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: error.message.replace(ADDRESS, '***').replace(QUOTED_VALUE, ': ***'),
    ...text('code'),
    ...text('constraint'),
    ...(frames !== undefined && { stack: frames.join('\n') }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
