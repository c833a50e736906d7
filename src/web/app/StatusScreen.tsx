import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import styles from './StatusScreen.module.css'

interface StatusScreenProps {
  readonly title: string
  readonly text: ReactNode
  /** A short sign on the card's tab, e.g. `404`. */
  readonly tab?: string
  readonly children?: ReactNode
  readonly role?: 'alert'
}

/** A page that says where a person stands and what to do next. */
export function StatusScreen({ title, text, tab, children, role }: StatusScreenProps) {
  return (
    <div className={styles.screen} role={role}>
      <Card tab={tab ?? 'Channelbook'}>
        <div className={styles.words}>
          <h1>{title}</h1>
          <p className={styles.text}>{text}</p>
        </div>
        {children !== undefined && <div className={styles.actions}>{children}</div>}
      </Card>
    </div>
  )
}
