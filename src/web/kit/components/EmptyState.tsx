import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Icon, type IconName } from './Icon.tsx'

interface EmptyStateProps {
  readonly icon: IconName
  readonly title: string
  readonly text?: ReactNode
  /** What the person can do: buttons or links. */
  readonly children?: ReactNode
  readonly role?: 'alert' | 'status'
}

/** Takes the place of a list that is empty, has no matches or could not be loaded. */
export function EmptyState({ icon, title, text, children, role }: EmptyStateProps) {
  return (
    <div className={styles.state} role={role}>
      <span className={styles.mark}>
        <Icon name={icon} size="large" />
      </span>
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
