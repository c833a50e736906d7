import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#web/kit/api/session.ts'
import { BottomNotice, NOTICE_LEAVING_MS } from '#web/kit/components/BottomNotice.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { usePresence } from '#web/kit/components/motion.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useStartTexts } from '#web/kit/texts/texts.tsx'

/** Tells about cookies on every page until it is dismissed; closes with an animation. */
export function CookieBanner() {
  const { shell } = useStartTexts()
  const isConfirmed = useIsCookieConfirmed()
  const { status } = useSession()
  const { pathname } = useLocation()
  const [busyAt, setBusyAt] = useState('')
  useEffect(() => {
    const step = () => setBusyAt(pathname)
    document.addEventListener('click', step)
    return () => document.removeEventListener('click', step)
  }, [pathname])
  // A restored session counts as confirmation, so nothing shows until that is known. After a press on the page,
  // the banner does not cover what the press opened.
  const isDue = !isConfirmed && status !== 'restoring' && busyAt !== pathname
  const presence = usePresence(isDue, NOTICE_LEAVING_MS)
  if (presence === 'absent') return null
  return (
    <BottomNotice
      label={shell.cookieBanner}
      isLeaving={presence === 'leaving'}
      isCalm
      text={
        <>
          <span>{`${shell.cookieText} `}</span>
          <PageLink page="terms">{shell.cookieMore}</PageLink>
        </>
      }
    >
      <Button look="ink" size="small" onClick={confirmCookies}>
        {shell.cookieConfirm}
      </Button>
    </BottomNotice>
  )
}

const KEY = 'cookieConfirmed'
const listeners = new Set<() => void>()

/** Stores in this browser that the cookie banner was dismissed. */
export function confirmCookies(): void {
  try {
    localStorage.setItem(KEY, 'true')
  } catch {
    // A browser without storage shows the banner again next time.
    isConfirmedHere = true
  }
  for (const listener of listeners) listener()
}

let isConfirmedHere = false

/** Whether the banner was dismissed; true in the build and until it is known. */
function useIsCookieConfirmed(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readConfirmed,
    () => true,
  )
}

function readConfirmed(): boolean {
  try {
    return isConfirmedHere || localStorage.getItem(KEY) === 'true'
  } catch {
    return isConfirmedHere
  }
}
