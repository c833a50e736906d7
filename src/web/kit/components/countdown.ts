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

const COUNTDOWN_MS = 5_000

export interface Countdown {
  /** Null once the person has chosen to stay. */
  readonly secondsLeft: number | null
  /** The same, and those at which it stopped. */
  readonly seconds: number
  /** Text for a live region. Empty at first, because a live region announces only changes; announced once. */
  readonly announced: string
}

interface CountdownOptions {
  readonly path: string
  /** The text for the remaining seconds. */
  readonly announce: (seconds: number) => string
  /** What of the time has passed before, in ms. */
  readonly passed?: number
}

/** Leads to another page after 5 seconds, unless the person presses anything: a button, a key, the screen. */
export function useCountdown({ path, announce, passed = 0 }: CountdownOptions): Countdown {
  const { countdown } = useTexts().status
  const navigate = useNavigate()
  const [endsAt, setEndsAt] = useState<number | null>(() => Date.now() + COUNTDOWN_MS - passed)
  const secondsLeft = useSecondsUntil(endsAt)
  const [atFirst] = useState(secondsLeft)
  const [seconds, setSeconds] = useState(secondsLeft ?? 0)
  if (secondsLeft !== null && secondsLeft !== seconds) setSeconds(secondsLeft)
  useEffect(() => {
    if (secondsLeft === 0) void navigate(path)
  }, [secondsLeft, navigate, path])
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const stay = () => {
      listening.abort()
      setEndsAt(null)
    }
    document.addEventListener('pointerdown', stay, { signal, capture: true })
    // A key that is still held from the page before is no answer.
    document.addEventListener('keydown', ({ repeat }) => !repeat && stay(), { signal, capture: true })
    return () => listening.abort()
  }, [])
  const isUnderWay = secondsLeft !== null && atFirst !== null && secondsLeft < atFirst
  return {
    secondsLeft,
    seconds,
    announced:
      secondsLeft === null
        ? countdown.stopped
        : isUnderWay
          ? `${announce(atFirst - 1)} ${countdown.howToStay}`
          : '',
  }
}
