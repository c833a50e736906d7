import { createContext, type RefObject, use, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Elements } from '#web/kit/components/elements.ts'

/** What the served HTML holds: the page itself, or only the frame around private pages. */
export type Served = 'page' | 'shell' | 'nothing'

const ServedContext = createContext<Served>('nothing')

/** Tells the tree what the served HTML held. */
export function ServedProvider({
  served,
  children,
}: {
  readonly served: Served
  readonly children: Elements
}) {
  return <ServedContext value={served}>{children}</ServedContext>
}

const subscribe = () => () => {}

/** False during hydration of served HTML, which knows neither the query string nor the person; true right after. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

/** True while the page itself must not render yet, because the HTML held only the shell. */
export function useIsShellOnly(): boolean {
  const isHydrated = useIsHydrated()
  return use(ServedContext) === 'shell' && !isHydrated
}

/**
 * Reports a text field that was filled before hydration; its state would replace the text otherwise. Nothing is written to the
 * field, so the caret stays, and so does a word that a phone's keyboard has not finished.
 */
export function useTypedEarly<Field extends HTMLInputElement | HTMLTextAreaElement>(
  field: RefObject<Field | null>,
  onTyped: (field: Field) => void,
): void {
  // Only the first commit can be hydration.
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    const { current } = field
    if (isFirst.current && current !== null && current.value !== current.defaultValue) onTyped(current)
    isFirst.current = false
  }, [field, onTyped])
}
