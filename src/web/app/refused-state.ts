import { useLocation } from 'react-router'

/** What a refusal's page knows of how the person got there. */
export interface RefusedState {
  /** Path and query of the page that the person was on. */
  readonly from: string
  /** When calls are welcome again, in ms since 1970; null when it was not said. */
  readonly freeAt: number | null
  /** Why the call was refused. */
  readonly code: string
}

/** How the person got to this page; null when it was opened by its address. */
export function useRefusedState(): RefusedState | null {
  const state: unknown = useLocation().state
  return isRefusedState(state) ? state : null
}

function isRefusedState(state: unknown): state is RefusedState {
  return typeof state === 'object' && state !== null && 'from' in state && 'freeAt' in state
}
