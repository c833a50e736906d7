import type { ReactNode } from 'react'
import { Link, type LinkProps, useLocation } from 'react-router'
import { parseAddress, PATHS, type PageName } from '#shared/paths.ts'
import { useIsShellOnly } from '#web/kit/texts/hydration.tsx'
import { loadTexts } from '#web/kit/texts/load-texts.ts'
import { PAGES } from '#web/app/pages.ts'
import { useLanguage } from '#web/kit/texts/texts.tsx'

interface PageLinkProps extends Omit<LinkProps, 'to' | 'children'> {
  readonly page: PageName
  /** Query string with its `?`. */
  readonly search?: string
  readonly children: ReactNode
}

/** A link to a page of the product, marked on the page itself; its code is fetched as soon as a person reaches for it. */
export function PageLink({ page, search = '', onClick, ...rest }: PageLinkProps) {
  const { pathname } = useLocation()
  // The shell is built for no page in particular, so taking it over starts without a mark.
  const isShellOnly = useIsShellOnly()
  const isCurrent = !isShellOnly && parseAddress(pathname).page === page
  const { language } = useLanguage()
  const preload = () => {
    PAGES[page].preload().catch(() => {})
    if (page !== 'landing') loadTexts(language).catch(() => {})
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
        void PAGES[page].follow()
        onClick?.(event)
      }}
    />
  )
}
