import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { useSession } from '#web/kit/api/session.ts'
import { useIsOnline } from '#web/kit/components/use-is-online.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Cover } from '#web/kit/components/cover.ts'
import { useIsPageLoading } from '#web/kit/links/page-code.ts'
import { useStartTexts } from '#web/kit/texts/texts.tsx'
import { Toasts } from '#web/kit/toasts/toasts.tsx'
import { CookieBanner } from './CookieBanner.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { NavigationEffects } from './NavigationEffects.tsx'
import styles from './Shell.module.css'
import { replayEarlyPress } from './early-actions.ts'
import { followOtherWindows, restoreSession } from './restore-session.ts'
import { useSearchKey } from './use-search-key.ts'

/** The frame around every page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { shell, common } = useStartTexts()
  // Before the browser can report another press.
  useLayoutEffect(() => replayEarlyPress('frame'), [])
  useSearchKey()
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
      <NewTerms />
      <Toasts regionLabel={shell.notifications} closeLabel={common.close} />
      <Cover />
      <NavigationEffects />
    </div>
  )
}

// Without its code there is no notice in this visit, but still the page.
const TermsNotice = lazy<ComponentType<{ readonly date: string }>>(() =>
  import('#web/features/legal/TermsNotice.tsx')
    .then((code) => ({ default: code.TermsNotice }))
    .catch(() => ({ default: () => null })),
)

/** Tells a person who has logged in of new terms, and who therefore sees no cookie banner. */
function NewTerms() {
  const date = useSession().userData?.userInformation.newTerms ?? null
  if (date === null) return null
  return (
    <Suspense>
      <TermsNotice date={date} />
    </Suspense>
  )
}

/** A thin line while the code of the next page loads; quick loads never show it. */
function LoadingLine() {
  return useIsPageLoading() ? <div className={styles.loading} aria-hidden="true" /> : null
}

/** A notice that shows while there is no connection. */
function OfflineNotice() {
  const { shell } = useStartTexts()
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.notice}>
          <Icon name="offline" />
          <span>
            <strong>{`${shell.offlineTitle}. `}</strong>
            <span>{shell.offlineText}</span>
          </span>
        </p>
      )}
    </div>
  )
}
