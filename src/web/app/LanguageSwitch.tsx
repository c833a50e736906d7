import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { LANGUAGES, type Language } from '#shared/i18n/messages.ts'
import { hasPattern, parseAddress, PATHS, pathInLanguage } from '#shared/paths.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { useIsShellOnly } from '#web/kit/texts/hydration.tsx'
import styles from './Header.module.css'
import { rememberLanguage, useLanguage, useStartTexts } from '#web/kit/texts/texts.tsx'

const NAMES: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский' }

/** The person's choice of language: a link to the same page in the other language, followed without a reload. */
export function LanguageSwitch() {
  const { shell } = useStartTexts()
  const { language, choose } = useLanguage()
  const { pathname } = useLocation()
  const { page } = parseAddress(pathname)
  const isShellOnly = useIsShellOnly()
  const path = isShellOnly || page === null ? PATHS.landing : hasPattern(page) ? pathname : PATHS[page]
  const follow = (event: MouseEvent<HTMLAnchorElement>, wanted: Language) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (parseAddress(window.location.pathname).language === null) return void choose(wanted)
    // A URL that names its language changes with it, which requires a full load.
    rememberLanguage(wanted)
    window.location.assign(`${event.currentTarget.pathname}${window.location.search}`)
  }
  return (
    <div className={styles.switch} role="group" aria-label={shell.language}>
      {LANGUAGES.map((tag) => (
        <a
          key={tag}
          href={pathInLanguage(path, tag)}
          hrefLang={tag}
          lang={tag}
          title={NAMES[tag]}
          aria-current={tag === language || undefined}
          onClick={(event) => follow(event, tag)}
        >
          <span aria-hidden="true">{tag.toUpperCase()}</span>
          <VisuallyHidden>{NAMES[tag]}</VisuallyHidden>
        </a>
      ))}
    </div>
  )
}
