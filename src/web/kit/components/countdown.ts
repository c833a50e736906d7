import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '#web/kit/texts/texts.tsx'

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

const COUNTDOWN_SECONDS = 5

interface Countdown {
  /** Null once the person has chosen to stay. */
  readonly secondsLeft: number | null
  /** Text for a live region. Empty at first, because a live region announces only changes; announced once. */
  readonly announced: string
  readonly stay: () => void
}

/**
 * Leads to another page after 5 seconds, unless the person stays. @param announce gives the text for the remaining seconds
 */
export function useCountdown(path: string, announce: (seconds: number) => string): Countdown {
  const { countdown } = useTexts().status
  const navigate = useNavigate()
  const [endsAt, setEndsAt] = useState<number | null>(() => Date.now() + COUNTDOWN_SECONDS * 1000)
  const secondsLeft = useSecondsUntil(endsAt)
  useEffect(() => {
    if (secondsLeft === 0) void navigate(path)
  }, [secondsLeft, navigate, path])
  const isUnderWay = secondsLeft !== null && secondsLeft < COUNTDOWN_SECONDS
  return {
    secondsLeft,
    announced: secondsLeft === null ? countdown.stopped : isUnderWay ? announce(COUNTDOWN_SECONDS - 1) : '',
    stay: () => setEndsAt(null),
  }
}
