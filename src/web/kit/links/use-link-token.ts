import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keptInTab } from '#web/kit/stores/storage.ts'

/**
 * The token of the mailed link that opened the page, or null. It is removed from the URL immediately, so that neither the
 * history nor a referrer contains it.
 */
export function useLinkToken(): string | null {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [token] = useState(() => new URLSearchParams(search).get('token')?.trim() || null)
  useEffect(() => {
    if (search !== '') void navigate({ pathname, hash }, { replace: true })
  }, [pathname, search, hash, navigate])
  return token
}

const kept = keptInTab('link')
const KEPT_MS = 3_600_000

/** The same, kept in this tab for an hour, so that the page can be reloaded and come back to. */
export function useKeptLinkToken(): string | null {
  const given = useLinkToken()
  const [token] = useState(() => given ?? readKept())
  useEffect(() => {
    if (given !== null) kept.write(JSON.stringify({ token: given, until: Date.now() + KEPT_MS }))
  }, [given])
  return token
}

function readKept(): string | null {
  const link = JSON.parse(kept.read() ?? 'null') as { token: string; until: number } | null
  return link !== null && link.until > Date.now() ? link.token : null
}

/** Forgets the kept token: its link has done its last work. */
export function forgetLinkToken(): void {
  kept.write(null)
}
