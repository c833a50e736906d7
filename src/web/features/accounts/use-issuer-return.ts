import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useConfig } from '#web/kit/api/config.ts'
import { getSession } from '#web/kit/api/session.ts'
import { takeLeaving } from '#web/kit/links/location-state.ts'
import type { IdentitySignIn } from './use-identity.ts'

/**
 * Continues a sign-in with which an issuer sent the browser back to the login page. The page's URL holds a code until then.
 * @returns whether that is under way
 */
export function useIssuerReturn(identity: IdentitySignIn): boolean {
  const { search } = useLocation()
  const navigate = useNavigate()
  const config = useConfig()
  const provider = config?.signInProviders.find((one) => one.provider === 'oidc')
  const [query, setQuery] = useState(() => (isReturn(search) ? search.slice(1) : null))

  // The code leaves the URL and the history first; with that, the page to return to is known again.
  const clean = useEffectEvent(() => {
    if (query !== null && isReturn(search)) void navigate('', { replace: true, state: takeLeaving() })
  })
  useEffect(() => clean(), [])

  const finish = useEffectEvent(() => {
    if (query === null || provider === undefined) return
    void identity.comeBack(provider, query).finally(() => {
      // After a login the next page follows; the form would show for a moment, and load a provider's script.
      if (getSession().status !== 'in') setQuery(null)
    })
  })
  const isReady = query !== null && !isReturn(search) && provider !== undefined
  useEffect(() => {
    if (isReady) finish()
  }, [isReady])
  // Without an issuer the address means nothing here.
  return query !== null && (config === null || provider !== undefined)
}

/** What an authorization server adds to the URL: its state, and a code or an error. */
function isReturn(search: string): boolean {
  const query = new URLSearchParams(search)
  return query.has('state') && (query.has('code') || query.has('error'))
}
