/** The page that `bench/table.ts` measures: the table of the kit with rows as those of a search, and nothing else. */
import '#web/kit/styles/base.css'
import '#web/kit/styles/tokens.css'
import { useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ChannelFace } from '#web/kit/channel/ChannelFace.tsx'
import { formatCompact, formatShortDate } from '#web/kit/formats/format.ts'
import { nextOrder, type Order, useOrderedRows } from '#web/kit/table/order.ts'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { loadStartTexts, TextsProvider } from '#web/kit/texts/texts.tsx'

interface Row {
  readonly id: number
  readonly channel_name: string
  readonly thumbnail: null
  readonly subscribers: number | null
  readonly type: string
  readonly country: string
  readonly uploadedAt: string
}

const NAMES = ['Kitchen', 'Pixel', 'North', 'Quiet', 'Vinyl', 'Garden', 'Travel', 'Maths', 'Robot', 'Piano']
const TYPES = ['Music', 'Gaming', 'Food & Cooking, Vlogs', 'Education', 'Tech Reviews, Animation, Comedy']
const COUNTRIES = ['Kazakhstan', 'United States', 'Japan', 'Germany', 'United Kingdom']

/** Different at each place, the same in every run. */
const pick = <T,>(values: readonly T[], at: number, step: number) => values[(at * step) % values.length]!

const ROWS: readonly Row[] = Array.from({ length: 10_000 }, (_, id) => ({
  id,
  channel_name: `${pick(NAMES, id, 7)} ${pick(NAMES, id, 3)} ${(id * 7_919) % 10_000}`,
  thumbnail: null,
  subscribers: id % 50 === 0 ? null : (id * 104_729) % 9_000_000,
  type: pick(TYPES, id, 3),
  country: pick(COUNTRIES, id, 2),
  uploadedAt: new Date(Date.UTC(2026, 10, 1) - ((id * 31) % 900) * 86_400_000).toISOString(),
}))

const keyOf = ({ id }: Row) => id

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    title: 'Channel',
    isRowHeader: true,
    rank: ({ channel_name }) => channel_name,
    cell: (row) => (
      <ChannelFace channel={row} coversRow name={<button type="button">{row.channel_name}</button>} />
    ),
  },
  {
    id: 'subscribers',
    title: 'Subscribers',
    rank: ({ subscribers }) => subscribers,
    cell: ({ subscribers }) => (subscribers === null ? null : formatCompact(subscribers, 'en')),
  },
  { id: 'type', title: 'Content type', rank: ({ type }) => type, cell: ({ type }) => type },
  { id: 'country', title: 'Country', rank: ({ country }) => country, cell: ({ country }) => country },
  {
    id: 'uploadedAt',
    title: 'Last upload',
    rank: ({ uploadedAt }) => Date.parse(uploadedAt),
    cell: ({ uploadedAt }) => formatShortDate(uploadedAt, 'en'),
  },
]

function Page() {
  const [order, setOrder] = useState<Order<string> | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const rows = useOrderedRows(ROWS, COLUMNS, order)
  const selection = useMemo(
    () => ({
      has: ({ id }: Row) => chosen.has(id),
      set: (changed: readonly Row[], isChosen: boolean) => {
        const next = new Set(chosen)
        for (const { id } of changed)
          if (isChosen) next.add(id)
          else next.delete(id)
        setChosen(next)
      },
      labelOf: ({ channel_name }: Row) => channel_name,
      labelOfAll: 'All',
    }),
    [chosen],
  )
  return (
    <main>
      <p>{`${chosen.size} chosen`}</p>
      <Table
        aria-label="Channels"
        columns={COLUMNS}
        rows={rows}
        keyOf={keyOf}
        order={order}
        onOrder={(column) => setOrder(nextOrder(order, column))}
        selection={selection}
        unknown="Unknown"
      />
    </main>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')
const start = await loadStartTexts('en')
createRoot(root).render(
  <TextsProvider initial={{ language: 'en', start, whole: null }}>
    <Page />
  </TextsProvider>,
)
