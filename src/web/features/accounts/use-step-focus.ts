import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the first field of a step when it replaces another, in either direction.
 * @returns a ref for the element that contains the steps
 */
export function useStepFocus<Holder extends HTMLElement>(place: number): RefObject<Holder | null> {
  const holder = useRef<Holder>(null)
  const last = useRef(place)
  useEffect(() => {
    if (last.current === place) return
    last.current = place
    holder.current?.querySelector('input')?.focus()
  }, [place])
  return holder
}
