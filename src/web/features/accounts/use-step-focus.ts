import { type RefObject, useEffect, useRef } from 'react'

/**
 * Puts the focus on the first field of a step when it takes the place of another, wherever the person came from.
 * @returns for the element that holds the steps
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
