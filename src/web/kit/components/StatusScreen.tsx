import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import { Drawing, type Shape } from './Drawing.tsx'
import styles from './states.module.css'

interface StatusScreenProps {
  readonly title: string
  readonly text: ReactNode
  /** Short text on the card's tab, e.g. `404`. */
  readonly tab?: string
  /** Large above the title. */
  readonly emoji?: string
  /** In its place. */
  readonly drawing?: Shape
  readonly children?: ReactNode
  readonly role?: 'alert'
}

/** A page that tells the person the situation and the next step. */
export function StatusScreen({ title, text, tab, emoji, drawing, children, role }: StatusScreenProps) {
  return (
    <div className={styles.screen} role={role}>
      <Card tab={tab ?? 'Channelbook'}>
        <div className={styles.words}>
          {drawing !== undefined && <Drawing shape={drawing} />}
          {emoji !== undefined && (
            <span className={styles.emoji} aria-hidden="true">
              {emoji}
            </span>
          )}
          <h1>{title}</h1>
          <p className={styles.text}>{text}</p>
        </div>
        {children !== undefined && <div className={styles.actions}>{children}</div>}
      </Card>
    </div>
  )
}
