/** Runs work after earlier work with the same key. */
export type KeyedMutex<Key> = <T>(key: Key, work: () => Promise<T>) => Promise<T>

/**
 * Makes work with the same key wait in this process, not on connections that would all wait for the same row lock, so that
 * one person's burst leaves connections for others. Correctness must not depend on it: other processes do not take part.
 */
export function createKeyedMutex<Key>(): KeyedMutex<Key> {
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
