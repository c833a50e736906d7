import { Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { PAGE_NAMES } from '#shared/pages.ts'
import { PATHS } from '#shared/paths.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useIsShellOnly } from '#web/kit/texts/hydration.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { PAGE_CODE } from './page-code.ts'
import { useStartTexts } from '#web/kit/texts/texts.tsx'

/**
 * Shows the page of the URL; the previous page stays until the code of the next one has loaded. An error in one page leaves
 * the header and the other pages working.
 */
export function Routing() {
  const { pathname } = useLocation()
  const { shell, common } = useStartTexts()
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
      <ErrorBoundary key={pathname}>
        <Routes>
          {PAGE_NAMES.map((name) => {
            const { Component } = PAGE_CODE[name]
            return <Route key={name} path={PATHS[name]} element={<Component />} />
          })}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </ErrorBoundary>
    </Suspense>
  )
}
