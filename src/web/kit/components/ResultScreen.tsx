import { type ReactNode, useEffect, useRef } from 'react'
import { PATHS } from '#shared/paths.ts'
import type { Elements } from './elements.ts'
import { Button, ButtonLink } from './Button.tsx'
import { Card } from './Card.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'
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
  /** The first action, where it is not the search. Reaching it stops the countdown. */
  readonly first?: ReactNode
  /** Where it leads; the search by default. */
  readonly to?: { readonly path: string; readonly label: string }
  /** Further actions: links or buttons. */
  readonly children?: Elements
  /** Content under the card; interacting with it stops the countdown. */
  readonly below?: ReactNode
}

/** The result of an action. Leads to the search after 5 seconds, unless the person chooses to stay. */
export function ResultScreen({ emoji, tab, title, text, first, to, children, below }: ResultScreenProps) {
  const { status, common } = useTexts()
  const { countdown } = status
  const { secondsLeft, announced, stay } = useCountdown(to?.path ?? PATHS.search, countdown.announce)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const stayHere = () => {
    stay()
    // The button disappears and would take the focus with it.
    heading.current?.focus()
  }
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
          <p className={styles.countdown} aria-hidden="true">
            {secondsLeft === null ? (
              countdown.stopped
            ) : (
              <>
                <span className={styles.seconds}>{secondsLeft}</span>
                <span>{` ${countdown.unit(secondsLeft)}`}</span>
              </>
            )}
          </p>
          <div className={styles.actions}>
            {first !== undefined && (
              <span onFocus={stay} onPointerDown={stay}>
                {first}
              </span>
            )}
            <ButtonLink look={first === undefined ? 'ink' : 'outline'} to={to?.path ?? PATHS.search}>
              {to?.label ?? common.toSearch}
            </ButtonLink>
            {secondsLeft !== null && <Button onClick={stayHere}>{countdown.stay}</Button>}
            {children}
          </div>
        </div>
        <VisuallyHidden>
          <span role="status">{announced}</span>
        </VisuallyHidden>
      </Card>
      {below !== undefined && <div onFocus={stay}>{below}</div>}
    </div>
  )
}
