import { memo } from 'react'
import { StagePill } from '#web/features/reveals/StagePill.tsx'
import { formatPrice } from '#shared/i18n/formats.ts'
import { STAGES } from '#shared/rules/cards.ts'
import { ChannelFace } from '#web/kit/channel/ChannelFace.tsx'
import type { Order } from '#web/kit/table/order.ts'
import { type Column, type Selection, Table } from '#web/kit/table/Table.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { ChannelWords, Contact, NextStep, Tags } from './CardParts.tsx'
import styles from './CardTable.module.css'
import type { CardRecord } from './card-records.ts'
import type { CardChanges } from './use-card-changes.tsx'

interface CardTableProps extends Pick<CardChanges, 'change'> {
  readonly label: string
  /** Null while they are loading. */
  readonly cards: readonly CardRecord[] | null
  readonly columns: readonly Column<CardRecord>[]
  readonly order?: Order<string> | null
  readonly onOrder?: (column: string) => void
  readonly selection?: Selection<CardRecord>
}

const ROW_HEIGHT = [64, 150] as const
const keyOf = ({ channelId }: CardRecord) => channelId

/** Cards as a table, on narrow screens as short entries. */
export const CardTable = memo(function CardTable({ label, cards, ...table }: Omit<CardTableProps, 'change'>) {
  return (
    <Table
      {...table}
      className={styles.table}
      aria-label={label}
      rows={cards}
      expected={8}
      keyOf={keyOf}
      rowProps={({ channelId }) => ({ 'data-channel': channelId })}
      rowHeight={ROW_HEIGHT}
    />
  )
})

interface ColumnsOptions extends Pick<CardChanges, 'change'> {
  readonly hasOwner: boolean
  readonly onOpen: (card: CardRecord) => void
}

export function useCardColumns({ hasOwner, onOpen, change }: ColumnsOptions): readonly Column<CardRecord>[] {
  const { cards: texts, purchases, reveals } = useTexts()
  const { language } = useLanguage()
  const { fields } = texts
  const columns: readonly Column<CardRecord>[] = [
    {
      id: 'name',
      title: purchases.columns.channel_name,
      isRowHeader: true,
      className: styles.name,
      rank: ({ channel_name }) => channel_name,
      cell: (card) => (
        <ChannelFace
          channel={card}
          name={
            <button type="button" title={texts.open(card.channel_name)} onClick={() => onOpen(card)}>
              {card.channel_name}
            </button>
          }
        >
          <ChannelWords channel={card} />
        </ChannelFace>
      ),
    },
    {
      id: 'stage',
      title: fields.stage,
      className: styles.stage,
      rank: ({ stage }) => STAGES.indexOf(stage),
      cell: (card) => (
        <StagePill
          stage={card.stage}
          label={purchases.statusOf(card.channel_name)}
          onChange={(stage) => change(card, { stage })}
        />
      ),
    },
    {
      id: 'owner',
      title: fields.ownerId,
      className: styles.owner,
      rank: ({ owner }) => owner?.username ?? null,
      cell: ({ owner }) => owner?.username ?? null,
    },
    {
      id: 'next',
      title: fields.nextStepOn,
      className: styles.next,
      rank: ({ nextStepOn }) => nextStepOn,
      cell: (card) => card.nextStepOn !== null && <NextStep card={card} />,
    },
    {
      id: 'price',
      title: fields.price,
      className: styles.price,
      rank: ({ price }) => price?.amount ?? null,
      cell: ({ price }) => price !== null && formatPrice(price.amount, language, price.currency),
    },
    {
      id: 'note',
      title: fields.note,
      className: styles.note,
      cell: ({ note, tags }) => (
        <>
          <Tags tags={tags} />
          <span className={styles.noteText}>{note}</span>
        </>
      ),
    },
    {
      id: 'contact',
      title: reveals.contact,
      className: styles.contact,
      rank: ({ purchase, hasContact }) => (purchase?.email != null ? 0 : hasContact ? 1 : 2),
      cell: (card) => <Contact card={card} />,
    },
  ]
  return hasOwner ? columns : columns.filter(({ id }) => id !== 'owner')
}
