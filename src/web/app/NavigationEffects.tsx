import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { keepsPlace } from './keeps-place.ts'

/** After every navigation: to the top, the focus on the page's heading, its title announced. */
export function NavigationEffects() {
  const { pathname, hash, key, state } = useLocation()
  const type = useNavigationType()
  const last = useRef({ pathname, key })
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const { current: before } = last
    if (before.key === key) return
    last.current = { pathname, key }
    // Within a page: steps through its own history, its own changes, and ways to a part of it.
    const isSamePage = before.pathname === pathname
    if (isSamePage && (type === NavigationType.Pop || hash !== '' || keepsPlace(state))) return
    window.scrollTo(0, 0)
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (heading !== null) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    setAnnounced(document.title)
  }, [pathname, hash, key, state, type])
  return (
    <VisuallyHidden>
      <span role="status">{announced}</span>
    </VisuallyHidden>
  )
}
