import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

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

const KEY = 'link'
const KEPT_MS = 3_600_000

/** The same, kept in this tab for an hour, so that the page can be reloaded and come back to. */
export function useKeptLinkToken(): string | null {
  const given = useLinkToken()
  const [token] = useState(() => given ?? readKept())
  useEffect(() => {
    if (given === null) return
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ token: given, until: Date.now() + KEPT_MS }))
    } catch {
      // Without storage, the link has to be opened again after a reload.
    }
  }, [given])
  return token
}

function readKept(): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { token: string; until: number } | null
    return kept !== null && kept.until > Date.now() ? kept.token : null
  } catch {
    return null
  }
}

/** Forgets the kept token: its link has done its last work. */
export function forgetLinkToken(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
