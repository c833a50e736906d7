/** Answers several keys in one query, in their order. */
type RunBatch<Key, Answer> = (keys: readonly Key[]) => Promise<readonly Answer[]>

interface Waiting<Key, Answer> {
  readonly key: Key
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

const BATCH_MAX = 500
/** A batch that takes longer than this (ms) does not hold up the next one. */
const SLOW_MS = 25

/**
 * Batches calls like a data loader, but without its cache: the next query answers the keys that arrive while one is in
 * flight. A query starts only after all its keys have arrived, so each caller sees everything committed before its call. A
 * single caller does not wait. Metrics: `bench/session.ts`.
 */
export function batchQueries<Key, Answer>(runBatch: RunBatch<Key, Answer>): (key: Key) => Promise<Answer> {
  const waiting: Waiting<Key, Answer>[] = []
  /** The batch that delays the next one. */
  let current: readonly Waiting<Key, Answer>[] | null = null

  async function runNext(): Promise<void> {
    if (current !== null || waiting.length === 0) return
    const batch = (current = waiting.splice(0, BATCH_MAX))
    const next = () => {
      if (current !== batch) return
      current = null
      void runNext()
    }
    const timer = setTimeout(next, SLOW_MS)
    try {
      const answers = await runBatch(batch.map(({ key }) => key))
      batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    clearTimeout(timer)
    next()
  }

  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    waiting.push({ key, resolve, reject })
    // Requests that arrive together are handled in one iteration of the event loop; they share a batch.
    if (waiting.length === 1) setImmediate(() => void runNext())
    return promise
  }
}
