/** What a log may hold of an error: its kind, its words without addresses, where it happened, and its cause. */
export interface ErrorDescription {
  readonly type: string
  readonly message: string
  /** SQLSTATE of PostgreSQL, or Node's name of a system error. */
  readonly code?: string
  /** Which constraint of the database refused. */
  readonly constraint?: string
  readonly stack?: string
  readonly cause?: ErrorDescription
}

const ADDRESS = /[^\s"'<>()=,;:]+@[^\s"'<>(),;]+/g
// PostgreSQL quotes the value that a statement could not take: `invalid input syntax for type integer: "..."`.
const QUOTED_VALUE = /: ".*"/gs

/** Describes an error for the log. Details of a statement (values, keys) are left out: they hold what people entered. */
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
