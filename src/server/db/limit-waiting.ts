import type pg from 'pg'

/** The part of a connection that the driver's types omit. */
interface Wire {
  readonly stream: { destroy(error?: Error): void }
  on(event: 'errorMessage', heard: (message: { readonly code?: string }) => void): void
  on(
    event: 'parameterStatus',
    heard: (message: { readonly parameterName: string; readonly parameterValue: string }) => void,
  ): void
}

interface WaitingOptions {
  /** How long (ms) to wait for an answer; 0 for no limit. */
  readonly answerMs: number
  /** Called for every statement that the server has answered. */
  readonly onAnswer: () => void
}

const READ_ONLY = '25006'
/** How a server that accepts no writes reports it, from version 14 on. */
const READ_ONLY_SETTINGS: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only'])

const limits = new WeakMap<pg.ClientBase, { ms: number }>()

/**
 * Ends a connection whose server does not answer a statement in time: its own `statement_timeout` does not help when it is
 * frozen or the network drops everything. The caller gets ETIMEDOUT. A connection to a server that turns out to accept no
 * writes is discarded: the same address may lead to the primary by now. Call it before the client connects.
 */
export function limitWaiting(client: pg.ClientBase, { answerMs, onAnswer }: WaitingOptions): void {
  const { connection } = client as unknown as { readonly connection: Wire }
  const limit = { ms: answerMs }
  limits.set(client, limit)
  let timer: NodeJS.Timeout | undefined
  const readOnly = new Set<string>()
  let isMisled = false
  const stop = () => clearTimeout(timer)
  client.on('drain', () => {
    stop()
    if (isMisled) connection.stream.destroy()
    else onAnswer()
  })
  client.on('error', stop)
  client.on('end', stop)
  connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (!READ_ONLY_SETTINGS.has(parameterName)) return
    if (parameterValue === 'on') readOnly.add(parameterName)
    else readOnly.delete(parameterName)
  })
  connection.on('errorMessage', ({ code }) => (isMisled ||= readOnly.size > 0 && code === READ_ONLY))

  const ask = client.query.bind(client) as (...given: readonly unknown[]) => unknown
  const timed = (...given: readonly unknown[]): unknown => {
    stop()
    // A COPY lasts as long as there are rows.
    if (limit.ms > 0 && !isStream(given[0]))
      timer = setTimeout(() => connection.stream.destroy(noAnswer(limit.ms)), limit.ms)
    return ask(...given)
  }
  Object.assign(client, { query: timed })
}

/**
 * Lets a connection's statements take as long as they need, e.g. in an import. @returns a function that restores the limit
 */
export function liftLimit(client: pg.ClientBase): () => void {
  const limit = limits.get(client)
  const before = limit?.ms ?? 0
  if (limit !== undefined) limit.ms = 0
  return () => {
    if (limit !== undefined) limit.ms = before
  }
}

function isStream(query: unknown): boolean {
  return query !== null && typeof query === 'object' && 'submit' in query
}

/** An error that `isDatabaseAway` recognizes. */
export function noAnswer(ms: number): Error {
  return Object.assign(new Error(`the database did not answer within ${ms} ms`), { code: 'ETIMEDOUT' })
}
