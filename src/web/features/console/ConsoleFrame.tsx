import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { DataOf } from '#shared/api/contract.ts'
import { Button } from '#web/kit/components/Button.tsx'
import type { Elements } from '#web/kit/components/elements.ts'
import styles from './ConsoleFrame.module.css'
import { useConsoleTexts } from './console-texts.ts'
import { Palette, usePaletteKey } from './Palette.tsx'
import { sectionNamed, sectionPath, SECTIONS } from './sections.ts'

interface ConsoleFrameProps {
  readonly operator: DataOf<'GET /operator/session'>
  readonly children: Elements
}

/** The frame of every screen: the sections, who is there, and the search that Ctrl-K opens. */
export function ConsoleFrame({ operator, children }: ConsoleFrameProps) {
  const texts = useConsoleTexts()
  const current = sectionNamed(useParams()['section'])
  const [isFinding, setFinding] = useState(false)
  usePaletteKey(() => setFinding(true))
  return (
    <div className={styles.frame}>
      <div className={styles.side}>
        <Button
          size="small"
          icon="search"
          isWide
          aria-keyshortcuts="Control+K"
          onClick={() => setFinding(true)}
        >
          <span>{texts.find}</span>
          <kbd className={styles.key}>Ctrl K</kbd>
        </Button>
        <nav aria-label={texts.menu}>
          <ul className={styles.sections}>
            {SECTIONS.map(({ name }) => (
              <li key={name}>
                <Link to={sectionPath(name)} aria-current={current?.name === name ? 'page' : undefined}>
                  {texts.sections[name]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className={styles.operator}>
          <span>{operator.username}</span>
          <span>{texts.roles[operator.role]}</span>
        </p>
      </div>
      <div className={styles.screen}>{children}</div>
      <Palette isOpen={isFinding} onClose={() => setFinding(false)} />
    </div>
  )
}
