import { useSyncExternalStore } from 'react'

const QUERY = '(prefers-reduced-motion: reduce)'

/** Whether the person prefers reduced motion; false in the build. */
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
