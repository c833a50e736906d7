import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

/** After every change of page: to the top, the focus on its heading, its title announced. */
export function NavigationEffects() {
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    window.scrollTo(0, 0)
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (heading !== null) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    setAnnounced(document.title)
  }, [pathname])
  return (
    <VisuallyHidden>
      <span role="status">{announced}</span>
    </VisuallyHidden>
  )
}
