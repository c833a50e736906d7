import type { ComponentProps, ReactNode } from 'react'
import type { Elements } from './elements.ts'
import styles from './Card.module.css'
import { classNames } from './class-names.ts'

interface CardProps extends Omit<ComponentProps<'article'>, 'className'> {
  /** Short text on the tab, as on an index card. */
  readonly tab: ReactNode
  /** What the card is about; a hairline separates it from the rest. */
  readonly heading?: ReactNode
  /** The card's number, large in its corner. */
  readonly figure?: ReactNode
  /** What the number counts. */
  readonly figureLabel?: ReactNode
  readonly isQuiet?: boolean
  /** On phones the number stands in the card's first row, without a hairline; the content may use two columns. */
  readonly isCompact?: boolean
  readonly children?: Elements
}

/** The index card: a tab, a hairline and a large number. Results, purchases and packages all use it. */
export function Card({
  tab,
  heading,
  figure,
  figureLabel,
  isQuiet = false,
  isCompact = false,
  children,
  ...rest
}: CardProps) {
  const hasHead = heading !== undefined || figure !== undefined
  return (
    <article
      {...rest}
      className={classNames(styles.card, isQuiet && styles.quiet, isCompact && styles.compact)}
    >
      <div className={styles.tab}>{tab}</div>
      <div className={styles.sheet}>
        {hasHead && (
          <header className={styles.head}>
            {heading !== undefined && <div className={styles.heading}>{heading}</div>}
            {figure !== undefined && (
              <p className={styles.figure}>
                <span className={styles.number}>{figure}</span>
                <span className={styles.label}>{figureLabel}</span>
              </p>
            )}
          </header>
        )}
        {children}
      </div>
    </article>
  )
}
