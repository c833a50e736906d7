import type { ReactNode } from 'react'
import { useMedia } from '#web/kit/components/motion.ts'
import styles from './FoundView.module.css'

interface CardBesideProps {
  /** The card of the chosen row, where it stands beside the table. */
  readonly card: ReactNode
  /** The table. */
  readonly children: ReactNode
}

/** The table of results with the card at its right, which stays in view. On narrower screens there is only the table. */
export function CardBeside({ card, children }: CardBesideProps) {
  const isBeside = useIsCardBeside()
  return (
    <div className={styles.withCard}>
      <div>{children}</div>
      {isBeside && <aside className={styles.side}>{card}</aside>}
    </div>
  )
}

/** Whether the card stands beside the table; otherwise it opens over it. */
export function useIsCardBeside(): boolean {
  return useMedia('(min-width: 1400px)')
}
