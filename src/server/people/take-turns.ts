/** Runs work of one key after that of the same key which came before it. */
export type TakeTurns<Key> = <T>(key: Key, work: () => Promise<T>) => Promise<T>

/**
 * Makes work of one key wait in this process instead of on connections that would all wait for the same row lock, so that
 * a burst of one person leaves the others theirs. Nothing may depend on it: other processes do not take part.
 */
export function takingTurns<Key>(): TakeTurns<Key> {
  const last = new Map<Key, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const turn = before.then(work)
    const settled = turn.catch(() => undefined)
    last.set(key, settled)
    try {
      return await turn
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}
