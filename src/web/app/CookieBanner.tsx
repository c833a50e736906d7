import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#web/kit/components/Button.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { usePresence } from '#web/kit/components/use-presence.ts'
import styles from './CookieBanner.module.css'
import { confirmCookies, useIsCookieConfirmed } from './cookie-consent.ts'
import { useSession } from '#web/kit/api/session.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useStartTexts } from '#web/kit/texts/texts.tsx'

const CLOSING_MS = 300

/** Says that cookies are used, on every page until it is dismissed; it closes with an animation. */
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
  // A restored session confirms it, so nothing shows before that is known. What a press brings, it leaves uncovered.
  const isDue = !isConfirmed && status !== 'restoring' && busyAt !== pathname
  const presence = usePresence(isDue, CLOSING_MS)
  if (presence === 'absent') return null
  return (
    <section
      ref={takeBottom}
      className={classNames(styles.banner, presence === 'leaving' && styles.leaving)}
      aria-label={shell.cookieBanner}
    >
      <p className={styles.text}>
        {shell.cookieText} <PageLink page="terms">{shell.cookieMore}</PageLink>
      </p>
      <Button look="ink" size="small" onClick={confirmCookies}>
        {shell.cookieConfirm}
      </Button>
    </section>
  )
}

/** Tells the styles how much of the bottom edge is taken, for whatever else stands there. */
function takeBottom(banner: HTMLElement | null): (() => void) | undefined {
  if (banner === null) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const edge = Number.parseFloat(getComputedStyle(banner).bottom)
    style.setProperty('--bottom-taken', `${banner.offsetHeight + edge}px`)
  })
  observer.observe(banner)
  return () => {
    observer.disconnect()
    style.removeProperty('--bottom-taken')
  }
}
