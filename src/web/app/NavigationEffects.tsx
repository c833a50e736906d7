import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { isInPlace, keepPlace } from '#web/kit/links/location-state.ts'
import { arrive, entryOf } from './scroll-positions.ts'

/**
 * After every navigation, scrolls to the top or back to the previous position, moves the focus to the page's heading, or to
 * the field that a form begins with, and announces the title.
 */
export function NavigationEffects() {
  const { pathname, search, hash, key, state } = useLocation()
  const isStep = useNavigationType() === NavigationType.Pop
  const entry = entryOf(key, { pathname, search })
  const last = useRef<{ readonly pathname: string; readonly entry: string } | null>(null)
  const [arrivals, setArrivals] = useState(0)
  const status = useRef<HTMLSpanElement>(null)
  // Before painting.
  useLayoutEffect(() => {
    const { current: before } = last
    if (before?.entry === entry) return
    last.current = { pathname, entry }
    const isSamePage = before === null || before.pathname === pathname
    const isMovedHere = isSamePage && (hash !== '' || isInPlace(state))
    const isHere = isMovedHere || (isStep && isSamePage)
    arrive(entry, isHere, isStep)
    // Excludes navigation within a page: steps through its history, its own changes, and links to a part of it.
    if (!isMovedHere && !(isSamePage && isStep)) setArrivals((count) => count + 1)
  }, [pathname, hash, entry, state, isStep])
  useEffect(() => {
    keepPlace(`${pathname}${search}`)
  }, [pathname, search])
  useEffect(() => {
    if (arrivals === 0) return
    const field = document.querySelector<HTMLElement>('main [data-first-field]')
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (field !== null) field.focus({ preventScroll: true })
    else if (heading !== null) {
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
