import {
  type Change,
  type Changes,
  type Counter,
  type CounterChange,
  COUNTERS,
  type Point,
} from '#shared/rules/statistics.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import type { ReactNode } from 'react'
import { formatDay, formatFullDay, formatSigned } from './formats.ts'

interface StatisticsTableProps {
  readonly title: string
  /** Oldest first; the table starts with the newest. */
  readonly points: readonly Point[]
}

const dateOf = ({ date }: Point) => date

/** A chart's numbers as a table. */
export function StatisticsTable({ title, points }: StatisticsTableProps) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  const columns = useColumns<Point>(
    { id: 'date', title: texts.date, cell: ({ date }) => formatFullDay(date, language) },
    (counter) => (point) => {
      const value = point[counter]
      return value === null ? texts.unknown : formatNumber(value, language)
    },
  )
  return (
    <Table
      look="numbers"
      caption={texts.tableOf(title)}
      columns={columns}
      rows={points.toReversed()}
      keyOf={dateOf}
      rowHeight={[36, 36]}
    />
  )
}

interface NamedChange {
  readonly name: string
  readonly change: Change | null
}

/** The changes of a video's numbers: since the previous day, in total, in the chosen range. */
export function ChangesTable({ changes }: { readonly changes: Changes }) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  const name = ({ name: words, change }: NamedChange) => (
    <>
      <span>{words}</span>
      {change !== null && (
        <small>{texts.span(formatDay(change.from, language), formatDay(change.to, language))}</small>
      )}
    </>
  )
  const columns = useColumns<NamedChange>(
    { id: 'range', title: texts.range, cell: name },
    (counter) => (row) => <Amount change={row.change?.[counter] ?? null} />,
  )
  return (
    <Table
      look="numbers"
      caption={`${texts.changes}. ${texts.calculated}`}
      columns={columns}
      rows={[
        { name: texts.sinceYesterday, change: changes.yesterday },
        { name: texts.inTotal, change: changes.total },
        { name: texts.inRange, change: changes.between },
      ]}
      keyOf={(row) => row.name}
    />
  )
}

/** The column that names a row, and one for each counter. */
function useColumns<Row>(
  first: Column<Row>,
  cellOf: (counter: Counter) => (row: Row) => ReactNode,
): readonly Column<Row>[] {
  const { statistics: texts } = useTexts()
  return [
    { ...first, isRowHeader: true },
    ...COUNTERS.map((counter) => ({ id: counter, title: texts.counters[counter], cell: cellOf(counter) })),
  ]
}

function Amount({ change }: { readonly change: CounterChange | null }) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  if (change === null) return <span>{texts.changeUnknown}</span>
  return (
    <>
      <span>{formatSigned(change.number, language)}</span>
      {change.percent !== null && <small>{formatSigned(change.percent / 100, language, 'percent')}</small>}
    </>
  )
}
