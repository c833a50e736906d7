/** One line of `doctor`. */
export interface Finding {
  /** What was looked at, in one or two words. */
  readonly part: string
  readonly level: 'ok' | 'warning' | 'error'
  /** What was found, as a sentence without secrets and addresses. */
  readonly is: string
  /** What to do about it; absent when all is well. */
  readonly todo?: string
}

export const ok = (part: string, is: string): Finding => ({ part, level: 'ok', is })
export const warning = (part: string, is: string, todo: string): Finding => ({
  part,
  level: 'warning',
  is,
  todo,
})
export const failure = (part: string, is: string, todo: string): Finding => ({
  part,
  level: 'error',
  is,
  todo,
})

/** What an error says in one line. */
export function sentenceOf(error: unknown): string {
  const one = error instanceof AggregateError ? error.errors[0] : error
  const text = one instanceof Error ? one.message : String(one)
  return text.split('\n')[0] ?? ''
}
