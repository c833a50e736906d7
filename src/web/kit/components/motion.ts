import { useEffect, useState, useSyncExternalStore } from 'react'

const QUERY = '(prefers-reduced-motion: reduce)'

/** Whether the person prefers reduced motion; false in the build. */
export function useIsStill(): boolean {
  return useMedia(QUERY)
}

/** Whether a media query matches; false in the build. @param text a constant */
export function useMedia(text: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(text)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(text).matches,
    () => false,
  )
}

/** State of an element that leaves with an animation: shown, leaving or gone. */
type Presence = 'present' | 'leaving' | 'absent'

/** Keeps an element for `leavingMs` after it is no longer wanted, so that its leaving can be animated. */
export function usePresence(isWanted: boolean, leavingMs: number): Presence {
  const [isThere, setIsThere] = useState(isWanted)
  if (isWanted && !isThere) setIsThere(true)
  useEffect(() => {
    if (isWanted) return
    const timer = setTimeout(() => setIsThere(false), leavingMs)
    return () => clearTimeout(timer)
  }, [isWanted, leavingMs])
  if (isWanted) return 'present'
  return isThere ? 'leaving' : 'absent'
}

/** What has opened in the lower half of a phone, or below it, scrolls up. */
export function scrollToOpened(element: Element | null): void {
  if (element !== null && element.getBoundingClientRect().top > window.innerHeight / 2)
    element.scrollIntoView()
}
