import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { PATHS, parseAddress } from '#shared/paths.ts'
import { onRedirect, type Redirect } from '#web/kit/api/call.ts'
import type { RefusedState } from './refused-state.ts'

const REFUSALS: readonly (string | null)[] = [
  'forbidden',
  'unauthorized',
  'toomanyrequests',
] satisfies Redirect['page'][]

/** Follows the redirects of refused calls, and passes the page that the person was on. */
export function Redirects() {
  const navigate = useNavigate()
  const from = useRef('')
  useEffect(
    () =>
      onRedirect(({ page, retryAfter, code }) => {
        // The address changes before the page does, and calls may already be those of the new address.
        const { pathname, search } = window.location
        if (!REFUSALS.includes(parseAddress(pathname).page)) from.current = `${pathname}${search}`
        const state: RefusedState = {
          from: from.current,
          code,
          freeAt: retryAfter === null ? null : Date.now() + retryAfter * 1000,
        }
        void navigate(PATHS[page], { state })
      }),
    [navigate],
  )
  return null
}
