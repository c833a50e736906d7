import { Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { Route, Routes, useLocation, useNavigate } from 'react-router'
import { PAGE_NAMES, type PageName } from '#shared/pages.ts'
import { parseAddress, PATHS } from '#shared/paths.ts'
import { type Redirect, redirect } from '#web/kit/api/call.ts'
import { purseSwitches } from '#web/kit/api/session.ts'
import type { Elements } from '#web/kit/components/elements.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import type { RefusedState } from '#web/kit/links/location-state.ts'
import { PageCodeContext } from '#web/kit/links/page-code.ts'
import { type Served, ServedProvider, useIsShellOnly } from '#web/kit/texts/hydration.tsx'
import { useStore } from '#web/kit/stores/store.ts'
import { type Speech, TextsProvider, useStartTexts } from '#web/kit/texts/texts.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Shell } from './Shell.tsx'
import { replayEarlyInput, replayEarlyPress } from './early-actions.ts'
import { PAGE_CODE } from './page-code.ts'

interface AppProps {
  readonly speech: Speech
  readonly served: Served
  /** Whether the page was served as the console's, which exists for operators alone. */
  readonly hasConsole?: boolean
  /** Wraps the tree in the browser's router or the build's. */
  readonly router: (children: Elements) => Elements
}

/** The whole page, the same in the browser and in the build. */
export function App({ speech, served, hasConsole = false, router }: AppProps) {
  return (
    <TextsProvider initial={speech}>
      <ServedProvider served={served}>
        {router(
          <PageCodeContext value={PAGE_CODE}>
            <ErrorBoundary>
              <Shell>
                <Routing hasConsole={hasConsole} />
              </Shell>
              <Redirects />
            </ErrorBoundary>
          </PageCodeContext>,
        )}
      </ServedProvider>
    </TextsProvider>
  )
}

/**
 * Shows the page of the URL; the previous page stays until the code of the next one has loaded. An error in one page leaves
 * the header and the other pages working.
 */
function Routing({ hasConsole }: { readonly hasConsole: boolean }) {
  const { pathname } = useLocation()
  const { shell, common } = useStartTexts()
  const switches = useStore(purseSwitches)
  if (useIsShellOnly()) {
    return (
      <>
        <PageHead title={common.productName} />
        <noscript>{shell.needsScript}</noscript>
      </>
    )
  }
  const NotFound = PAGE_CODE.notFound.Component
  return (
    <Suspense>
      {/* Another purse begins every page anew: nothing of the one before stays in sight. */}
      <ErrorBoundary key={`${pathname} ${switches}`}>
        <Routes>
          {PAGE_NAMES.filter((name) => hasConsole || name !== 'console').map((name) => {
            const { Component } = PAGE_CODE[name]
            return <Route key={name} path={PATHS[name]} element={<Component />} />
          })}
          <Route path="*" element={<NotFound />} />
        </Routes>
        <EarlyActions />
      </ErrorBoundary>
    </Suspense>
  )
}

/** Beside the page, because it hydrates with it. */
function EarlyActions() {
  useLayoutEffect(() => {
    if (window.pressedEarly === 'over') return
    replayEarlyInput()
    replayEarlyPress('page')
  }, [])
  return null
}

const REFUSALS: readonly (string | null)[] = [
  'forbidden',
  'unauthorized',
  'toomanyrequests',
] satisfies Redirect['page'][]

/** Pages of what a person or a team has: a session that ends there leaves nothing to stay for. */
const OWN: readonly (string | null)[] = [
  'purchases',
  'lists',
  'promotion',
  'profile',
  'teams',
] satisfies PageName[]

/** Follows the redirects of refused calls, and passes the page that the person was on. */
function Redirects() {
  const navigate = useNavigate()
  const from = useRef('')
  useEffect(
    () =>
      redirect.subscribe(() => {
        const target = redirect.get()
        if (target === null) return
        const { page, retryAfter, code, isAside } = target
        // The address changes before the page does, and calls may already be those of the new address.
        const { pathname, search } = window.location
        const { page: here, language } = parseAddress(pathname)
        if (isAside && !OWN.includes(here)) return
        // The router adds the language of the address by itself.
        const path = language === null ? pathname : pathname.slice(`/${language}`.length)
        if (!REFUSALS.includes(here)) from.current = `${path || '/'}${search}`
        const state: RefusedState = {
          from: from.current,
          code,
          freeAt: retryAfter === null ? null : Date.now() + retryAfter * 1000,
        }
        void navigate(PATHS[page], { state })
      }),
    [navigate],
  )
  return null
}
