import { memo, useRef } from 'react'
import type { PurchaseRecord } from './purchase-records.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useIsNear } from '#web/kit/components/use-is-near.ts'
import { PurchaseCard, PurchaseCardSkeleton } from './PurchaseCard.tsx'
import styles from './PurchasesView.module.css'

export interface PurchaseListProps {
  readonly records: readonly PurchaseRecord[]
  /** Transaction ids of the records whose cards are fading. */
  readonly leaving: ReadonlySet<number>
  readonly onRemove: (record: PurchaseRecord) => void
}

/** Cards render in chunks of this size: whole rows, in one column and in two. */
const CHUNK = 24

/** The cards. Only those near the screen render, so thousands scroll like twenty. */
export const PurchaseList = memo(function PurchaseList(props: PurchaseListProps) {
  const starts = Array.from({ length: Math.ceil(props.records.length / CHUNK) }, (_, index) => index * CHUNK)
  return (
    <div role="list" className={styles.list}>
      {starts.map((start) => (
        <Chunk key={start} {...props} start={start} />
      ))}
    </div>
  )
})

interface ChunkProps extends PurchaseListProps {
  /** Index of its first card in the list, from 0. */
  readonly start: number
}

function Chunk({ records, leaving, onRemove, start }: ChunkProps) {
  const element = useRef<HTMLDivElement>(null)
  const [isNear, lastHeight] = useIsNear(element, start === 0)
  const own = records.slice(start, start + CHUNK)
  const height = lastHeight === null ? undefined : `${lastHeight}px`
  return (
    <div
      ref={element}
      className={isNear ? styles.near : styles.far}
      style={isNear ? undefined : { '--count': own.length, blockSize: height }}
    >
      {isNear &&
        own.map((record, index) => (
          <PurchaseCard
            key={record.transaction_id}
            record={record}
            place={start + index + 1}
            total={records.length}
            isLeaving={leaving.has(record.transaction_id)}
            onRemove={onRemove}
          />
        ))}
    </div>
  )
}

const SKELETONS = 4

/** Placeholders of purchases that are loading. */
export function PurchaseSkeletons() {
  const { common } = useTexts()
  return (
    <div className={styles.list} role="status" aria-label={common.loading}>
      <div className={styles.near}>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <PurchaseCardSkeleton key={index} />
        ))}
      </div>
    </div>
  )
}
