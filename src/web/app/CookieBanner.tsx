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
  const presence = usePresence(isDue, CLOSING_MS)
  if (presence === 'absent') return null
  return (
    <section
      ref={reserveBottom}
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

/** Gives the styles the banner's height, so that other elements at the bottom edge move up. */
function reserveBottom(banner: HTMLElement | null): (() => void) | undefined {
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
