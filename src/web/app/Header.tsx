import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { pagesLinkedIn } from '#shared/pages.ts'
import { classNames } from '#web/kit/components/class-names.ts'
import { IconButton } from '#web/kit/components/IconButton.tsx'
import { AccountLink } from './AccountLink.tsx'
import styles from './Header.module.css'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Logo } from './Logo.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useStartTexts } from '#web/kit/texts/texts.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** The header; up to 430 px wide its links fold behind a menu button. */
export function Header() {
  const { shell, common } = useStartTexts()
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const menuId = useId()
  // Every navigation has its own key, so that following a link closes the menu.
  const isOpen = openAt === key
  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpenAt(null)
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [isOpen])
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <PageLink
          page="search"
          className={styles.home}
          aria-label={`${common.productName}. ${common.toSearch}`}
        >
          <Logo />
          <span className={styles.name}>{common.productName}</span>
        </PageLink>
        <span className={styles.burger}>
          <IconButton
            icon={isOpen ? 'cross' : 'menu'}
            label={isOpen ? shell.closeMenu : shell.openMenu}
            aria-expanded={isOpen}
            aria-controls={menuId}
            onClick={() => setOpenAt(isOpen ? null : key)}
          />
        </span>
        <div id={menuId} className={classNames(styles.menu, isOpen && styles.open)}>
          <nav className={styles.links} aria-label={shell.mainMenu}>
            {pagesLinkedIn('header').map((page) => (
              <PageLink key={page} page={page}>
                {shell[page]}
              </PageLink>
            ))}
          </nav>
          <div className={styles.tools}>
            <LanguageSwitch />
            <ThemeSwitch />
            <AccountLink />
          </div>
        </div>
      </div>
    </header>
  )
}
