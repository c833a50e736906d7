import type pg from 'pg'
import { beginSpan, failureOf } from '../tracing.ts'

type Query = (...given: readonly unknown[]) => unknown

/** Makes a span of every statement of a connection: its text with placeholders, never the values. COPY is left out. */
export function traceStatements(client: pg.ClientBase): void {
  const ask = client.query.bind(client) as Query
  const traced: Query = (...given) => {
    const [query] = given
    const { text, name } = typeof query === 'string' ? { text: query } : (query as Partial<pg.QueryConfig>)
    if (text === undefined || 'submit' in Object(query)) return ask(...given)
    const span = beginSpan(() => ({
      name: name ?? nameOf(text),
      kind: 'client',
      facts: { 'db.system.name': 'postgresql', 'db.query.text': withoutLiterals(text) },
    }))
    if (span === null) return ask(...given)
    const end = (error: unknown) => span.end({}, error == null ? undefined : failureOf(error))
    const done = given.at(-1)
    if (typeof done === 'function') {
      return ask(...given.slice(0, -1), (error: unknown, result: unknown) => {
        end(error)
        Reflect.apply(done, undefined, [error, result])
      })
    }
    const answer = ask(...given) as Promise<unknown>
    answer.then(() => end(null), end)
    return answer
  }
  Object.assign(client, { query: traced })
}

/** `select from payment`: few different names, which tell statements apart in a list. */
function nameOf(text: string): string {
  const [, verb = ''] = /^\s*(\w+)/.exec(text) ?? []
  const [, table] = /\b(?:from|into|update|join)\s+"?([a-z_]+)"?/i.exec(text) ?? []
  return table === undefined || table === verb ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`
}

/** Ours are constants; a value that somebody wrote into a statement must not leave either. */
function withoutLiterals(text: string): string {
  return text.replace(/'(?:[^']|'')*'/g, '?')
}
