import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { onRedirect } from '#web/kit/api/call.ts'
import type { RefusedState } from './refused-state.ts'

/** Follows the redirects of refused calls, and passes the page that the person was on. */
export function Redirects() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const here = useRef('')
  useEffect(() => {
    here.current = `${pathname}${search}`
  }, [pathname, search])
  useEffect(
    () =>
      onRedirect(({ page, retryAfter, code }) => {
        const state: RefusedState = {
          from: here.current,
          code,
          freeAt: retryAfter === null ? null : Date.now() + retryAfter * 1000,
        }
        void navigate(PATHS[page], { state })
      }),
    [navigate],
  )
  return null
}
