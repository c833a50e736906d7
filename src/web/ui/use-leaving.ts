import { useEffect, useState } from 'react'

interface Keyed {
  readonly key: string
}

interface Listed<T> {
  readonly item: T
  readonly isLeaving: boolean
}

/** Keeps items of a list for `leavingMs` after they are gone, in their places, so that they can leave visibly. */
export function useLeaving<T extends Keyed>(items: readonly T[], leavingMs: number): readonly Listed<T>[] {
  const [shown, setShown] = useState(items)
  const keys = new Set(items.map(({ key }) => key))
  const gone = shown.filter(({ key }) => !keys.has(key))
  const merged = merge(shown, items)
  const signature = merged.map(({ key }) => key).join('\n')
  if (signature !== shown.map(({ key }) => key).join('\n')) setShown(merged)
  const goneKeys = gone.map(({ key }) => key).join('\n')
  useEffect(() => {
    if (goneKeys === '') return
    const leaving = new Set(goneKeys.split('\n'))
    const timer = setTimeout(() => setShown((now) => now.filter(({ key }) => !leaving.has(key))), leavingMs)
    return () => clearTimeout(timer)
  }, [goneKeys, leavingMs])
  return merged.map((item) => ({ item, isLeaving: !keys.has(item.key) }))
}

/** Items as they are now, with those that are gone where they stood. */
function merge<T extends Keyed>(shown: readonly T[], items: readonly T[]): T[] {
  const byKey = new Map(items.map((item) => [item.key, item]))
  const kept = shown.map((item) => byKey.get(item.key) ?? item)
  const known = new Set(shown.map(({ key }) => key))
  return [...kept, ...items.filter(({ key }) => !known.has(key))]
}
