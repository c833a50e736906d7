import type { ReactNode } from 'react'
import styles from './Rows.module.css'

interface RowsProps {
  readonly isBusy: boolean
  readonly children: ReactNode
}

/** A list of items with actions. */
export function Rows({ isBusy, children }: RowsProps) {
  return (
    <ul className={styles.rows} aria-busy={isBusy}>
      {children}
    </ul>
  )
}

interface RowProps {
  readonly name: ReactNode
  readonly details: ReactNode
  readonly label?: string
  /** The item's actions. */
  readonly children?: ReactNode
}

export function Row({ name, details, label, children }: RowProps) {
  return (
    <li className={styles.row} aria-label={label}>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.details}>{details}</span>
      </span>
      {children}
    </li>
  )
}
