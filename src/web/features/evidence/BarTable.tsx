import { classNames } from '#web/kit/components/class-names.ts'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './BarTable.module.css'

/** A part of a whole, as a bar and in words. */
interface Bar {
  /** 0 to 1. */
  readonly share: number
  readonly written: string
  readonly note?: string
}

export interface BarRow {
  readonly name: string
  /** Below the name. */
  readonly note?: string
  /** The days for reports are not over: the bars are hatched. */
  readonly isOpen?: boolean
  /** One for each column; null is below the minimum. */
  readonly bars: readonly (Bar | null)[]
}

const nameOf = ({ name }: BarRow) => name

interface BarTableProps {
  /** What it shows, and how that is counted. */
  readonly caption: string
  /** The heads of all columns; the first is that of the rows' names. */
  readonly heads: readonly [string, ...string[]]
  /** Null while they are being loaded. */
  readonly rows: readonly BarRow[] | null
  /** How many rows there will be: all are of one height, so nothing moves. */
  readonly expected: number
  /** The share that fills the whole bar: the largest in the table by default, but at least 5 %. */
  readonly whole?: number
}

/** Less would look like much. */
const MIN_WHOLE = 0.05

/**
 * A chart of parts that is a table: every number stands in its cell, with its bar, so it is read by eye, keyboard and screen
 * reader in the same way.
 */
export function BarTable({ caption, heads, rows, expected, whole }: BarTableProps) {
  const { trust } = useTexts()
  const shares = rows?.flatMap(({ bars }) => bars.map((bar) => bar?.share ?? 0)) ?? []
  const full = whole ?? Math.max(MIN_WHOLE, ...shares)
  const columns = useBarColumns(heads, full)
  return (
    <Table
      look="bars"
      className={classNames(styles.table, heads.length > 2 && styles.wide)}
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={nameOf}
      rowProps={({ isOpen = false }) => ({ 'data-open': isOpen || undefined })}
      expected={expected}
      unknown={trust.tooFew}
    />
  )
}

/** @param full the share that fills the whole bar */
function useBarColumns(heads: BarTableProps['heads'], full: number): readonly Column<BarRow>[] {
  const [first, ...others] = heads
  return [
    {
      id: first,
      title: first,
      className: styles.name,
      isRowHeader: true,
      cell: ({ name, note }) => (
        <>
          <span>{name}</span>
          {note !== undefined && <small>{note}</small>}
        </>
      ),
    },
    ...others.map((title, place) => ({
      id: title,
      title,
      cell: ({ bars }: BarRow) => (bars[place] == null ? null : <BarCell bar={bars[place]} full={full} />),
    })),
  ]
}

/** @param full the share that fills the whole bar */
function BarCell({ bar, full }: { readonly bar: Bar; readonly full: number }) {
  return (
    <>
      <span className={styles.written}>
        <span>{bar.written}</span>
        {bar.note !== undefined && <small>{bar.note}</small>}
      </span>
      <span className={styles.bar} style={{ '--part': Math.min(1, bar.share / full) }} aria-hidden="true" />
    </>
  )
}
