import { useSyncExternalStore } from 'react'

const QUERY = '(prefers-reduced-motion: reduce)'

/** Whether the person wants as little motion as possible; false while the page is built. */
export function useIsStill(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(QUERY)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(QUERY).matches,
    () => false,
  )
}
