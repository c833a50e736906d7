import { useLocation } from 'react-router'

/** How the person got to a refusal's page. */
export interface RefusedState {
  /** Path and query of the page where the call was refused. */
  readonly from: string
  /** When calls are allowed again, in ms since 1970; null when unknown. */
  readonly freeAt: number | null
  /** Why the call was refused. */
  readonly code: string
}

/** How the person got to this page; null when it was opened by its URL. */
export function useRefusedState(): RefusedState | null {
  const state: unknown = useLocation().state
  return isRefusedState(state) ? state : null
}

function isRefusedState(state: unknown): state is RefusedState {
  return typeof state === 'object' && state !== null && 'from' in state && 'freeAt' in state
}
