import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { Toasts } from '#web/kit/toasts/Toasts.tsx'
import { CookieBanner } from './CookieBanner.tsx'
import { Cover } from '#web/kit/components/cover.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { NavigationEffects } from './NavigationEffects.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { useIsPageLoading } from '#web/kit/links/page-code.ts'
import { replayEarlyPress } from './replay-early-press.ts'
import { Redirects } from './Redirects.tsx'
import { followOtherWindows, restoreSession } from './restore-session.ts'
import styles from './Shell.module.css'
import { useStartTexts } from '#web/kit/texts/texts.tsx'

/** The frame around every page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { shell, common } = useStartTexts()
  // Before the browser can report another press.
  useLayoutEffect(replayEarlyPress, [])
  useEffect(() => {
    followOtherWindows()
    void restoreSession()
  }, [])
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {shell.skipToContent}
      </a>
      <LoadingLine />
      <Header />
      <OfflineNotice />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <CookieBanner />
      <Toasts regionLabel={shell.notifications} closeLabel={common.close} />
      <Cover />
      <NavigationEffects />
      <Redirects />
    </div>
  )
}

/** A thin line while the code of the next page loads; quick loads never show it. */
function LoadingLine() {
  return useIsPageLoading() ? <div className={styles.loading} aria-hidden="true" /> : null
}
