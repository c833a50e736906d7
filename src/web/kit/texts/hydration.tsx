import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'

/** What the served HTML holds: the page itself, or only what stands around private pages. */
export type Served = 'page' | 'shell' | 'nothing'

const ServedContext = createContext<Served>('nothing')

/** Tells the tree what the HTML held that it starts from. */
export function ServedProvider({
  served,
  children,
}: {
  readonly served: Served
  readonly children: ReactNode
}) {
  return <ServedContext value={served}>{children}</ServedContext>
}

const subscribe = () => () => {}

/** False while React takes over served HTML, which knows neither the address's query nor the person; true right after. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

/** True while the page itself must not be rendered yet, because the HTML held only the shell. */
export function useIsShellOnly(): boolean {
  const isHydrated = useIsHydrated()
  return use(ServedContext) === 'shell' && !isHydrated
}
