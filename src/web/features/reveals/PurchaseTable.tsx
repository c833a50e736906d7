// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Safari forgets what a
// table is where the style makes something else of its rows.
import { memo, useRef } from 'react'
import { classNames } from '#web/kit/components/class-names.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Thumbnail } from '#web/kit/components/Thumbnail.tsx'
import { useIsNear } from '#web/kit/components/use-is-near.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { formatShortDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { ChannelMenu } from './ChannelLinks.tsx'
import { ContactSource } from './ContactSource.tsx'
import type { PurchaseListProps } from './PurchaseList.tsx'
import { Address, ChannelName, NAME_PROPS, RemoveButton, useChannelWords } from './PurchaseParts.tsx'
import { NoteLine, StatusPill } from './PurchaseProgress.tsx'
import { ReportContact } from './ReportContact.tsx'
import styles from './PurchaseTable.module.css'
import type { PurchaseRecord } from './purchase-records.ts'
import type { PurchaseSort } from './select-purchases.ts'

interface PurchaseTableProps extends PurchaseListProps {
  readonly sort: PurchaseSort
  readonly onSort: (sort: PurchaseSort) => void
}

/** Rows render in chunks of this size. */
const CHUNK = 48

/** The purchases as a table, on narrow screens as short entries. Only rows near the screen render. */
export const PurchaseTable = memo(function PurchaseTable({ sort, onSort, ...list }: PurchaseTableProps) {
  const { purchases } = useTexts()
  const starts = Array.from({ length: Math.ceil(list.records.length / CHUNK) }, (_, index) => index * CHUNK)
  const { columns } = purchases
  return (
    <table
      className={styles.table}
      role="table"
      aria-label={purchases.title}
      aria-rowcount={list.records.length + 1}
    >
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          <SortedHead
            title={columns.channel_name}
            isSorted={sort === 'name'}
            onPress={() => onSort('name')}
          />
          <th role="columnheader" scope="col" className={styles.mail}>
            {columns.email}
          </th>
          <SortedHead
            title={columns.status}
            isSorted={sort === 'status'}
            className={styles.status}
            onPress={() => onSort('status')}
          />
          <th role="columnheader" scope="col">
            {columns.note}
          </th>
          <th role="columnheader" scope="col" className={styles.remove}>
            <VisuallyHidden>{purchases.askRemove}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      {starts.map((start) => (
        <Chunk key={start} {...list} start={start} />
      ))}
    </table>
  )
})

interface SortedHeadProps {
  readonly title: string
  readonly isSorted: boolean
  readonly className?: string | undefined
  readonly onPress: () => void
}

function SortedHead({ title, isSorted, className, onPress }: SortedHeadProps) {
  return (
    <th role="columnheader" scope="col" className={className} aria-sort={isSorted ? 'ascending' : undefined}>
      <button type="button" className={styles.sort} onClick={onPress}>
        <span>{title}</span>
        <Icon name={isSorted ? 'down' : 'upDown'} size="small" />
      </button>
    </th>
  )
}

interface ChunkProps extends PurchaseListProps {
  /** Index of its first row in the list, from 0. */
  readonly start: number
}

function Chunk({ records, leaving, onRemove, start }: ChunkProps) {
  const element = useRef<HTMLTableSectionElement>(null)
  const [isNear, lastHeight] = useIsNear(element, start === 0)
  const own = records.slice(start, start + CHUNK)
  const height = lastHeight === null ? undefined : `${lastHeight}px`
  return (
    <tbody
      ref={element}
      role="rowgroup"
      className={isNear ? undefined : styles.far}
      style={isNear ? undefined : { '--count': own.length, blockSize: height }}
    >
      {isNear &&
        own.map((record, index) => (
          <Row
            key={record.transaction_id}
            record={record}
            place={start + index + 2}
            isLeaving={leaving.has(record.transaction_id)}
            onRemove={onRemove}
          />
        ))}
    </tbody>
  )
}

interface RowProps extends Pick<PurchaseListProps, 'onRemove'> {
  readonly record: PurchaseRecord
  /** Its row in the table, whose head is the first. */
  readonly place: number
  readonly isLeaving: boolean
}

const Row = memo(function Row({ record, place, isLeaving, onRemove }: RowProps) {
  const { purchases } = useTexts()
  const { language } = useLanguage()
  const channelWords = useChannelWords()
  return (
    <tr
      role="row"
      aria-rowindex={place}
      aria-hidden={isLeaving || undefined}
      data-purchase
      className={classNames(isLeaving && styles.leaving)}
    >
      <th role="rowheader" scope="row" className={styles.channel}>
        <span {...NAME_PROPS}>
          <Thumbnail src={record.thumbnail} name={record.channel_name} size="small" />
          <span>
            <ChannelName record={record} />
            <span className={styles.bought}>{channelWords(record)}</span>
            <span className={styles.bought}>
              {purchases.bought(formatShortDate(record.boughtAt, language))}
            </span>
          </span>
        </span>
      </th>
      <td role="cell" className={styles.mail}>
        <Address record={record} />
        {record.email !== null && (
          <p className={styles.source}>
            <ContactSource source={record.source} lastSeenAt={record.lastSeenAt} isShort />
          </p>
        )}
      </td>
      <td role="cell" className={styles.status}>
        <div className={styles.progress}>
          <StatusPill record={record} />
          <ReportContact record={record} part="state" />
        </div>
      </td>
      <td role="cell" className={styles.note}>
        <NoteLine record={record} />
      </td>
      <td role="cell" className={styles.remove}>
        <span className={styles.tools}>
          <ChannelMenu channel={record}>
            <ReportContact record={record} part="opener" />
          </ChannelMenu>
          <RemoveButton record={record} isLeaving={isLeaving} onRemove={onRemove} />
        </span>
      </td>
    </tr>
  )
})
