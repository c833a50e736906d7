import type { ReactNode } from 'react'
import { Link, type LinkProps, useLocation } from 'react-router'
import { PAGES, type PageName } from '#shared/pages.ts'
import { parseAddress, PATHS } from '#shared/paths.ts'
import { useIsShellOnly } from '#web/kit/texts/hydration.tsx'
import { loadTexts, useLanguage } from '#web/kit/texts/texts.tsx'
import { usePageCode } from './page-code.ts'

interface PageLinkProps extends Omit<LinkProps, 'to' | 'children'> {
  readonly page: PageName
  /** Query string with its `?`. */
  readonly search?: string
  readonly children: ReactNode
}

/** A link to a page of the product, marked as current on that page; the page's code is fetched on hover or focus. */
export function PageLink({ page, search = '', onClick, ...rest }: PageLinkProps) {
  const { pathname } = useLocation()
  // The shell is built for no particular page, so hydration starts without a mark.
  const isShellOnly = useIsShellOnly()
  const isCurrent = !isShellOnly && parseAddress(pathname).page === page
  const { language } = useLanguage()
  const code = usePageCode(page)
  const preload = () => {
    code.preload().catch(() => {})
    if (PAGES[page].texts !== 'start') loadTexts(language).catch(() => {})
  }
  return (
    <Link
      {...rest}
      to={{ pathname: PATHS[page], search }}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={preload}
      onTouchStart={preload}
      onFocus={preload}
      onClick={(event) => {
        void code.follow()
        onClick?.(event)
      }}
    />
  )
}
