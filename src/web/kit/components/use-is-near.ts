import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether an element is on the screen or within one screen of it; an element that holds the focus always is. Distant
 * elements can be drawn as an empty box of their last height.
 * @param isNearAtFirst the value assumed until it is known
 * @returns whether it is near, and the height in px of its placeholder: null until it has been near once
 */
export function useIsNear(
  element: RefObject<HTMLElement | null>,
  isNearAtFirst: boolean,
): readonly [boolean, number | null] {
  const [isNear, setIsNear] = useState(isNearAtFirst)
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    const observed = element.current
    if (observed === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (entry === undefined) return
        if (entry.isIntersecting) {
          setIsNear(true)
        } else if (!observed.contains(document.activeElement)) {
          setHeight(entry.boundingClientRect.height)
          setIsNear(false)
        }
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element])
  return [isNear, height]
}
