import type { ReactNode } from 'react'
import { Link, type LinkProps, useLocation } from 'react-router'
import { PAGES, type PageName } from '#shared/pages.ts'
import { parseAddress, PATHS } from '#shared/paths.ts'
import { useIsShellOnly } from '#web/kit/texts/hydration.tsx'
import { loadTexts, useLanguage } from '#web/kit/texts/texts.tsx'
import { usePageCode } from './page-code.ts'

interface PageLinkProps extends Omit<LinkProps, 'to' | 'children'> {
  /** A page with one address: to a channel's page leads `ChannelLink`. */
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
  const { follow, ...preloading } = usePreloading(page)
  return (
    <Link
      {...rest}
      to={{ pathname: PATHS[page], search }}
      aria-current={isCurrent ? 'page' : undefined}
      {...preloading}
      onClick={(event) => {
        follow()
        onClick?.(event)
      }}
    />
  )
}

/** What a link to a page does to fetch its code: on hover or focus, and when it is followed. */
export function usePreloading(page: PageName) {
  const { language } = useLanguage()
  const code = usePageCode(page)
  const preload = () => {
    code.preload().catch(() => {})
    if (PAGES[page].texts !== 'start') loadTexts(language).catch(() => {})
  }
  return {
    onPointerEnter: preload,
    onTouchStart: preload,
    onFocus: preload,
    follow: () => void code.follow(),
  }
}
