import { memo } from 'react'
import { ChannelFace } from '#web/kit/channel/ChannelFace.tsx'
import { formatShortDate } from '#web/kit/formats/format.ts'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { ChannelMenu } from './ChannelLinks.tsx'
import { WriteToRecord } from './ContactSlip.tsx'
import { ContactSource } from './ContactSource.tsx'
import type { PurchaseListProps } from './PurchaseList.tsx'
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
import styles from './PurchasesView.module.css'
import type { PurchaseRecord } from './purchase-records.ts'
import { PURCHASE_SORTS, type PurchaseSort } from './select-purchases.ts'

interface PurchaseTableProps extends PurchaseListProps {
  readonly sort: PurchaseSort
  readonly onSort: (sort: PurchaseSort) => void
}

const ROW_HEIGHT = [73, 160] as const

const keyOf = ({ transaction_id }: PurchaseRecord) => transaction_id

/** The purchases as a table, on narrow screens as short entries. */
export const PurchaseTable = memo(function PurchaseTable(props: PurchaseTableProps) {
  const { records, leaving, sort, onSort } = props
  const { purchases } = useTexts()
  const columns = usePurchaseColumns(props)
  return (
    <Table
      className={styles.table}
      aria-label={purchases.title}
      columns={columns}
      rows={records}
      keyOf={keyOf}
      rowProps={({ transaction_id }) => {
        const isLeaving = leaving.has(transaction_id)
        return {
          'data-purchase': true,
          'aria-hidden': isLeaving || undefined,
          className: isLeaving ? styles.leavingRow : undefined,
        }
      }}
      rowHeight={ROW_HEIGHT}
      order={{ column: sort, isDescending: false }}
      onOrder={(column) => {
        const chosen = PURCHASE_SORTS.find((known) => known === column)
        if (chosen !== undefined) onSort(chosen)
      }}
    />
  )
})

function usePurchaseColumns({ leaving, onRemove }: PurchaseListProps): readonly Column<PurchaseRecord>[] {
  const { purchases } = useTexts()
  const boughtWords = useBoughtWords()
  const channelWords = useChannelWords()
  const { columns: titles } = purchases
  return [
    {
      id: 'name',
      title: titles.channel_name,
      className: styles.channel,
      isRowHeader: true,
      isSortable: true,
      cell: (record) => (
        <ChannelFace channel={record} name={<ChannelName record={record} />} nameProps={NAME_PROPS}>
          <span className={styles.bought}>{channelWords(record)}</span>
          <span className={styles.bought}>{boughtWords(record, formatShortDate)}</span>
        </ChannelFace>
      ),
    },
    {
      id: 'mail',
      title: titles.email,
      className: styles.mail,
      cell: (record) => (
        <>
          <Address record={record} />
          {record.email !== null && (
            <p className={styles.source}>
              <ContactSource source={record.source} lastSeenAt={record.lastSeenAt} isShort />
            </p>
          )}
        </>
      ),
    },
    {
      id: 'status',
      title: titles.status,
      className: styles.status,
      isSortable: true,
      cell: (record) => (
        <>
          <StatusPill record={record} />
          <ReportContact record={record} part="state" />
        </>
      ),
    },
    {
      id: 'note',
      title: titles.note,
      className: styles.note,
      cell: (record) => <NoteLine record={record} />,
    },
    {
      id: 'tools',
      title: purchases.askRemove,
      isTitleHidden: true,
      className: styles.rowTools,
      cell: (record) => (
        <span>
          <ChannelMenu channel={record}>
            {record.email !== null && <WriteToRecord record={record} email={record.email} />}
            <ReportContact record={record} part="opener" />
          </ChannelMenu>
          <RemoveButton record={record} isLeaving={leaving.has(record.transaction_id)} onRemove={onRemove} />
        </span>
      ),
    },
  ]
}
