import { useCallback, useSyncExternalStore } from 'react'

/** Whole seconds from now until an instant, both in ms since 1970; rounded up, 0 for the past. */
export function secondsUntil(instant: number, now: number): number {
  return Math.max(0, Math.ceil((instant - now) / 1000))
}

/** Whole seconds until an instant (ms since 1970), counting down to 0; null when none is given. */
export function useSecondsUntil(instant: number | null): number | null {
  const subscribe = useCallback(
    (tick: () => void) => {
      const timer = setInterval(() => {
        tick()
        if (instant === null || Date.now() >= instant) clearInterval(timer)
      }, 1000)
      return () => clearInterval(timer)
    },
    [instant],
  )
  return useSyncExternalStore(
    subscribe,
    () => (instant === null ? null : secondsUntil(instant, Date.now())),
    () => null,
  )
}
