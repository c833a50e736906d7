import { Line, Note } from '#web/kit/components/layout.tsx'
import { memo } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { ChannelFace } from '#web/kit/channel/ChannelFace.tsx'
import { Card } from '#web/kit/components/Card.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { formatDate } from '#web/kit/formats/format.ts'
import { Skeleton } from '#web/kit/components/states.tsx'
import { ChannelLinks } from './ChannelLinks.tsx'
import { WriteToRecord } from './ContactSlip.tsx'
import { ContactSource } from './ContactSource.tsx'
import styles from './PurchasesView.module.css'
import {
  Address,
  ChannelName,
  NAME_PROPS,
  RemoveButton,
  useBoughtWords,
  useChannelWords,
} from './PurchaseParts.tsx'
import { NoteLine, StatusPill } from './PurchaseProgress.tsx'
import { ReportContact } from './ReportContact.tsx'
import type { PurchaseRecord } from './purchase-records.ts'

interface PurchaseCardProps {
  readonly record: PurchaseRecord
  /** Position in the list, from 1: only a part of the list is rendered. */
  readonly place: number
  readonly total: number
  readonly isLeaving: boolean
  readonly onRemove: (record: PurchaseRecord) => void
}

/** A bought contact. Only changes render again: the list may hold thousands. */
export const PurchaseCard = memo(function PurchaseCard(props: PurchaseCardProps) {
  const { record, place, total, isLeaving, onRemove } = props
  const { reveals } = useTexts()
  const channelWords = useChannelWords()
  const boughtWords = useBoughtWords()
  const name = record.channel_name
  return (
    <div
      role="listitem"
      aria-posinset={place}
      aria-setsize={total}
      aria-hidden={isLeaving || undefined}
      data-purchase
      className={classNames(styles.item, isLeaving && styles.leaving)}
    >
      <Card
        tab={channelWords(record) ?? reveals.contact}
        isQuiet
        aria-label={name}
        heading={
          <ChannelFace
            channel={record}
            level={2}
            name={<ChannelName record={record} />}
            nameProps={NAME_PROPS}
            actions={<RemoveButton record={record} isLeaving={isLeaving} onRemove={onRemove} />}
          />
        }
      >
        <div>
          <Address record={record} />
          {record.email !== null && (
            <Note>
              <ContactSource source={record.source} lastSeenAt={record.lastSeenAt} />
            </Note>
          )}
          <div className={styles.links}>
            <ChannelLinks channel={record} />
            {record.email !== null && <WriteToRecord record={record} email={record.email} />}
            <ReportContact record={record} />
          </div>
        </div>
        <div className={styles.progress}>
          <StatusPill record={record} />
          <NoteLine record={record} />
        </div>
        <Note>{boughtWords(record, formatDate)}</Note>
      </Card>
    </div>
  )
})

/** The placeholder of a card that is loading, as large as a card. */
export function PurchaseCardSkeleton() {
  return (
    <Card
      tab={<Skeleton width="9rem" />}
      isQuiet
      aria-hidden="true"
      heading={<ChannelFace channel={null} level={2} actions={<Skeleton width="0" height="2.75rem" />} />}
    >
      <div>
        <Line gap={1}>
          <Skeleton width="75%" height="1.6em" />
          <Skeleton width="0" height="2.75rem" />
        </Line>
        <Note>
          <Skeleton width="60%" />
        </Note>
        <div className={styles.links}>
          <Skeleton width="70%" />
        </div>
      </div>
      <div className={styles.progress}>
        <Skeleton width="6.5rem" height="2.25rem" />
        <Skeleton width="50%" />
      </div>
      <Note>
        <Skeleton width="9rem" height="0.8em" />
      </Note>
    </Card>
  )
}
