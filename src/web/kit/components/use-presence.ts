import { useEffect, useState } from 'react'

/** Whether something that leaves by an animation is there, on its way out, or gone. */
export type Presence = 'present' | 'leaving' | 'absent'

/** Keeps an element for `leavingMs` after it is no longer wanted, so that it can leave visibly. */
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
