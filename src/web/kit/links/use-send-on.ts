import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#web/kit/api/session.ts'
import { useReturnPath } from './came-from.ts'

/**
 * Redirects a person who arrives logged in to where they came from, else to the search; a login on this page is left to the
 * page.
 */
export function useSendOn(): void {
  const { status } = useSession()
  const navigate = useNavigate()
  const returnPath = useReturnPath()
  const wasOut = useRef(false)
  useEffect(() => {
    if (status === 'out') wasOut.current = true
    if (status === 'in' && !wasOut.current) void navigate(returnPath, { replace: true })
  }, [status, navigate, returnPath])
}
