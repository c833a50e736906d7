import { useLocation } from 'react-router'
import { PAGES } from '#shared/pages.ts'
import { PATHS, parseAddress } from '#shared/paths.ts'

/** Stored in the history entries of the login pages. */
export interface CameFrom {
  /** Path and query of the page to return to. */
  readonly from: string
}

/** Marks the current page as the one to return to; login pages pass on the state that they received. */
export function useLeavingState(): CameFrom {
  const { pathname, search, state } = useLocation()
  return { from: wanted(`${pathname}${search}`) ?? wanted(fromOf(state)) ?? PATHS.search }
}

/** Where to go after login: the page that required it, else the search. */
export function useReturnPath(): string {
  return wanted(fromOf(useLocation().state)) ?? PATHS.search
}

function fromOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null
  return typeof state.from === 'string' ? state.from : null
}

function wanted(address: string | null): string | null {
  if (address === null || !address.startsWith('/')) return null
  const { page } = parseAddress(address.split('?')[0] ?? '')
  return page !== null && PAGES[page].isPassing ? null : address
}
