import { useEffect, useState } from 'react'

/** State of an element that leaves with an animation: shown, leaving or gone. */
export type Presence = 'present' | 'leaving' | 'absent'

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
