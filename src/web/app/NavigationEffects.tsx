import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { parseAddress } from '#shared/paths.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { keepsPlace } from '#web/kit/links/keeps-place.ts'
import type * as keptPlaces from './kept-places.ts'

let places: Promise<typeof keptPlaces> | undefined

/** After every navigation: to the top, or back to the place that was left; the focus on the page's heading, its title announced. */
export function NavigationEffects() {
  const { pathname, search, hash, key, state } = useLocation()
  const isStep = useNavigationType() === NavigationType.Pop
  const entry = key + pathname + search
  const last = useRef<{ readonly pathname: string; readonly entry: string } | null>(null)
  const [arrivals, setArrivals] = useState(0)
  const status = useRef<HTMLSpanElement>(null)
  // Before it is painted.
  useLayoutEffect(() => {
    const { current: before } = last
    if (before?.entry === entry) return
    last.current = { pathname, entry }
    const isSamePage = before === null || before.pathname === pathname
    const isMovedHere = isSamePage && (hash !== '' || keepsPlace(state))
    const isHere = isMovedHere || (isStep && isSamePage)
    const keepPlace = async () => {
      try {
        places ??= import('./kept-places.ts')
        const { arrive } = await places
        if (last.current?.entry === entry) arrive(entry, isHere || !isStep, isStep)
      } catch {
        // Without a connection: places are kept again once it is back.
        places = undefined
      }
    }
    // At once: a page may bring a part of itself up right after.
    if (!isHere && !isStep) scrollTo({ top: 0, behavior: 'instant' })
    // The start page stands as it was built, so that the browser knows its places: nothing is loaded before it is moved.
    if (before === null && parseAddress(pathname).page === 'landing') {
      addEventListener('scroll', () => void keepPlace(), { once: true })
    } else void keepPlace()
    // Within a page: steps through its own history, its own changes, and ways to a part of it.
    if (!isMovedHere && !(isSamePage && isStep)) setArrivals((count) => count + 1)
  }, [pathname, hash, entry, state, isStep])
  useEffect(() => {
    if (arrivals === 0) return
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (heading !== null) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    if (status.current !== null) status.current.textContent = document.title
  }, [arrivals])
  return (
    <VisuallyHidden>
      <span ref={status} role="status" />
    </VisuallyHidden>
  )
}
