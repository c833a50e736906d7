import { type ReactNode, useEffect, useRef } from 'react'
import { PATHS } from '#shared/paths.ts'
import type { Elements } from './elements.ts'
import { ButtonLink } from './Button.tsx'
import { Card } from './Card.tsx'
import { CountdownLine } from './CountdownLine.tsx'
import styles from './states.module.css'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useCountdown } from './countdown.ts'

interface ResultScreenProps {
  /** Large above the title. */
  readonly emoji: string
  /** Short text on the card's tab. */
  readonly tab: string
  readonly title: string
  readonly text?: ReactNode
  /** The first action, where it is not the search. */
  readonly first?: Elements
  /** Where it leads, as path and query; the empty search by default. */
  readonly to?: string
  /** What the link there says, where it is not just the way back. */
  readonly toLabel?: string
  /** Further actions: links or buttons. */
  readonly children?: Elements
  /** Content under the card. */
  readonly below?: Elements
  /** What of the 5 seconds the person has waited already, in ms. */
  readonly waited?: number
}

/** The result of an action. Leads to the search after 5 seconds, unless the person presses anything. */
export function ResultScreen({
  emoji,
  tab,
  title,
  text,
  first,
  to = PATHS.search,
  toLabel,
  children,
  below,
  waited = 0,
}: ResultScreenProps) {
  const { status, common } = useTexts()
  const { countdown } = status
  const isBack = to !== PATHS.search
  const { announce, unit } = isBack ? countdown.back : countdown.toSearch
  const left = useCountdown({ path: to, announce, passed: waited })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.screen}>
      <Card
        tab={tab}
        heading={
          <div className={styles.words}>
            <span className={styles.emoji} aria-hidden="true">
              {emoji}
            </span>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {text !== undefined && <p className={styles.text}>{text}</p>}
          </div>
        }
      >
        <div className={styles.way}>
          <CountdownLine countdown={left}>
            <span className={styles.seconds}>{left.seconds}</span>
            <span>{`${unit(left.seconds)}. ${countdown.howToStay}`}</span>
          </CountdownLine>
          <div className={styles.actions}>
            {first}
            <ButtonLink look={first === undefined ? 'ink' : 'outline'} to={to}>
              {toLabel ?? (isBack ? countdown.back.label : common.toSearch)}
            </ButtonLink>
            {children}
          </div>
        </div>
      </Card>
      {below}
    </div>
  )
}
