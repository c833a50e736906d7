import { useState } from 'react'
import { usePresence } from '#web/kit/components/motion.ts'
import styles from './LeavingCard.module.css'
import { ResultCard } from './ResultCard.tsx'
import type { Channel } from './use-results.ts'

const LEAVING_MS = 300

interface LeavingCardProps {
  /** The channel on the card; null when the card was cleared. */
  readonly channel: Channel | null
  readonly isByMatch: boolean
}

/** The leaving card, over the content that replaces it: nothing waits for it, and it can no longer be used or read. */
export function LeavingCard({ channel, isByMatch }: LeavingCardProps) {
  const [last, setLast] = useState(channel)
  if (channel !== null && channel !== last) setLast(channel)
  const presence = usePresence(channel !== null, LEAVING_MS)
  if (presence !== 'leaving' || last === null) return null
  return (
    <div className={styles.card} aria-hidden="true" inert>
      <ResultCard channel={last} place={1} isByMatch={isByMatch}>
        <span className={styles.button} />
      </ResultCard>
    </div>
  )
}
