import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#web/kit/api/session.ts'
import { BottomNotice, NOTICE_LEAVING_MS } from '#web/kit/components/BottomNotice.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { usePresence } from '#web/kit/components/motion.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { keptInBrowser } from '#web/kit/stores/storage.ts'
import { createStore, FLAG, useStore } from '#web/kit/stores/store.ts'
import { useStartTexts } from '#web/kit/texts/texts.tsx'

/** Tells about cookies on every page until it is dismissed; closes with an animation. */
export function CookieBanner() {
  const { shell } = useStartTexts()
  const isConfirmed = useStore(confirmed)
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

/** Whether the banner was dismissed in this browser; true in the build. */
const confirmed = createStore(true, { in: keptInBrowser('cookieConfirmed'), ...FLAG })

export function confirmCookies(): void {
  confirmed.set(true)
}
