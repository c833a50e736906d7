import { type ComponentType, lazy, type MouseEvent, Suspense, useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { pagesLinkedIn } from '#shared/pages.ts'
import { parseAddress } from '#shared/paths.ts'
import { hasLostTeam, useSession } from '#web/kit/api/session.ts'
import { IconButton } from '#web/kit/components/Button.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { otherTheme, useTheme } from '#web/kit/components/theme.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { INTO_FIELD, useLeavingState } from '#web/kit/links/location-state.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useStore } from '#web/kit/stores/store.ts'
import { useLanguage, useStartTexts } from '#web/kit/texts/texts.tsx'
import styles from './Header.module.css'
import { LanguageSwitch } from './LanguageSwitch.tsx'

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
        <div className={styles.quick}>
          <SearchLink />
          <Purse />
        </div>
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
                <span>{shell[page]}</span>
                {page === 'search' && <WhatIsNew />}
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

// Only for people with saved searches: it brings what fetches them.
const NewMark = lazy(async () => ({
  default: (await import('#web/features/search/NewMark.tsx')).NewMark,
}))

function WhatIsNew() {
  const { status } = useSession()
  if (status !== 'in') return null
  return (
    <Suspense>
      <NewMark className={styles.new} />
    </Suspense>
  )
}

/** Leads into the field of the search, on whichever page; only phones have it, where the name on the left is easily missed. */
function SearchLink() {
  const { shell } = useStartTexts()
  const { pathname } = useLocation()
  const enterField = (event: MouseEvent) => {
    // The current search stays.
    if (parseAddress(pathname).page !== 'search') return
    event.preventDefault()
    document.querySelector<HTMLInputElement>('main input[type="search"]')?.select()
  }
  return (
    <PageLink
      page="search"
      state={INTO_FIELD}
      className={styles.search}
      aria-label={shell.searchField}
      onClick={enterField}
    >
      <Icon name="search" />
    </PageLink>
  )
}

// Without its code, the balance shows, and another visit can change who pays.
const PurseSwitch = lazy<ComponentType>(() =>
  import('#web/features/teams/PurseSwitch.tsx')
    .then((code) => ({ default: code.PurseSwitch }))
    .catch(() => ({ default: Balance })),
)

/** What is left to spend; of a person in teams also whose it is. */
function Purse() {
  const { userData } = useSession()
  const isTold = !useStore(hasLostTeam)
  if (userData === null || (userData.teams.length === 0 && isTold)) return <Balance />
  return (
    <Suspense fallback={<Balance />}>
      <PurseSwitch />
    </Suspense>
  )
}

/** The number of uses that are left; leads to the packages. */
function Balance() {
  const { shell, landing } = useStartTexts()
  const { language } = useLanguage()
  const { userData } = useSession()
  if (userData === null) return null
  const { uses } = userData.userInformation
  const written = formatNumber(uses, language)
  return (
    <PageLink
      page="purchase"
      className={classNames(styles.balance, uses === 0 && styles.none, uses === 1 && styles.last)}
      aria-label={shell.balance(written, uses)}
      title={shell.balance(written, uses)}
    >
      <span key={uses} className={styles.count}>
        {written}
      </span>
      <span className={styles.unit}>{` ${landing.uses(uses)}`}</span>
      <Icon name="plus" size="small" />
    </PageLink>
  )
}

/** The logo: an index card with its tab. */
function Logo() {
  return (
    <svg className={styles.logo} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        className={styles.card}
        d="M3 10.500V26a1.5 1.5 0 0 0 1.5 1.500h23A1.5 1.5 0 0 0 29 26V12a1.5 1.5 0 0 0-1.5-1.500Z"
      />
      <path className={styles.tab} d="M3 10.500V7a1.5 1.5 0 0 1 1.5-1.500h9A1.5 1.5 0 0 1 15 7v3.500Z" />
      <path d="M8 17h16M8 22h10" />
    </svg>
  )
}

const ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const

/** Changes between light and dark; the one that the device has follows the device from then on. */
function ThemeSwitch() {
  const { shell } = useStartTexts()
  const [theme, choose] = useTheme()
  return (
    <IconButton
      icon={ICONS[theme]}
      label={`${shell.theme}: ${shell.themes[theme]}`}
      onClick={() => choose(otherTheme())}
    />
  )
}

/**
 * Links to the profile when logged in, and to the choice of logging in otherwise. Equally wide in both cases, so that
 * nothing moves.
 */
function AccountLink() {
  const { shell } = useStartTexts()
  const isIn = useSession().status === 'in'
  const leaving = useLeavingState()
  return (
    <PageLink page={isIn ? 'profile' : 'authorization'} state={leaving} className={styles.account}>
      {[shell.authorization, shell.profile].map((name, place) => (
        <span key={name} className={classNames(styles.face, isIn !== (place === 1) && styles.off)}>
          <Icon name="person" />
          <span>{name}</span>
        </span>
      ))}
    </PageLink>
  )
}
