import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import styles from './Screen.module.css'

interface StatusScreenProps {
  readonly title: string
  readonly text: ReactNode
  /** Short text on the card's tab, e.g. `404`. */
  readonly tab?: string
  /** Large above the title. */
  readonly emoji?: string
  readonly children?: ReactNode
  readonly role?: 'alert'
}

/** A page that tells the person the situation and the next step. */
export function StatusScreen({ title, text, tab, emoji, children, role }: StatusScreenProps) {
  return (
    <div className={styles.screen} role={role}>
      <Card tab={tab ?? 'Channelbook'}>
        <div className={styles.words}>
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
