// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Safari forgets what a
// table is where the style makes lines of its rows.
// oxlint-disable jsx-a11y/control-has-associated-label -- takes cells for controls.
import {
  type ComponentProps,
  Fragment,
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useRef,
  useState,
} from 'react'
import { classNames } from '#web/kit/components/class-names.ts'
import { CheckBox } from '#web/kit/components/forms.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { useMedia } from '#web/kit/components/motion.ts'
import { Waiting } from '#web/kit/components/states.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import type { Near } from './NearRows.tsx'
import type { Order, Rank } from './order.ts'
import styles from './Table.module.css'

/** A column as data. */
export interface Column<Row, Id extends string = string> {
  readonly id: Id
  readonly title: string
  /** Said by screen readers only. */
  readonly isTitleHidden?: boolean
  readonly className?: string | undefined
  /** Its cell names the row. */
  readonly isRowHeader?: boolean
  /** What it shows of a row; null when that is unknown. */
  readonly cell: (row: Row) => ReactNode
  /** What it orders rows by. */
  readonly rank?: (row: Row) => Rank
  /** Whether rows can be ordered by it: by default where it has a rank. */
  readonly isSortable?: boolean
  /** What stands there while rows are loading. */
  readonly placeholder?: ReactNode
}

/** The choice of rows by check boxes. */
export interface Selection<Row> {
  readonly has: (row: Row) => boolean
  readonly set: (rows: readonly Row[], isChosen: boolean) => void
  readonly labelOf: (row: Row) => string
  readonly labelOfAll: string
}

type RowProps = Omit<ComponentProps<'tr'>, 'children' | 'ref'> & Readonly<Record<`data-${string}`, unknown>>

interface TableProps<Row, Id extends string> {
  readonly columns: readonly Column<Row, Id>[]
  /** Null while they are loading. */
  readonly rows: readonly Row[] | null
  readonly keyOf: (row: Row) => string | number
  readonly rowProps?: (row: Row) => RowProps
  /** How many rows there will be. */
  readonly expected?: number
  /** Stands where a value is unknown. */
  readonly unknown?: string
  /** Bars or numbers to read, with a caption; by default rows to work with, below titles that stay in view. */
  readonly look?: 'bars' | 'numbers'
  readonly className?: string | undefined
  /** Height of a row in px, in a wide and in a narrow window: an assumption for rows far from the screen. */
  readonly rowHeight?: readonly [wide: number, narrow: number]
  /** By which the rows are ordered; null for their own order. */
  readonly order?: Order<Id> | null
  /** Called with the column whose title is pressed. */
  readonly onOrder?: (column: Id) => void
  readonly selection?: Selection<Row>
  /** The rows are for viewing only. */
  readonly isInert?: boolean
  readonly caption?: string
  readonly 'aria-label'?: string
  readonly 'aria-labelledby'?: string
  readonly 'aria-describedby'?: string
}

/** From this many rows on, only those near the screen are drawn. */
const VIRTUAL_FROM = 200
/** As many of them fill a screen until it is known which are near. */
const DRAWN_FIRST = 50

/** Rows in columns, to be compared, ordered and chosen; on narrow screens rows are entries of a few lines. */
export function Table<Row, Id extends string>(props: TableProps<Row, Id>) {
  const { columns, rows, expected = 0, look, className, caption, order = null, onOrder, selection } = props
  const isVirtual = rows !== null && rows.length >= VIRTUAL_FROM
  return (
    <table
      className={classNames(
        styles.table,
        look === undefined ? styles.work : styles.read,
        look === 'numbers' && styles.numbers,
        className,
      )}
      role="table"
      aria-label={props['aria-label']}
      aria-labelledby={props['aria-labelledby']}
      aria-describedby={props['aria-describedby']}
      aria-busy={rows === null}
      aria-rowcount={isVirtual ? rows.length + 1 : undefined}
    >
      {caption !== undefined && <caption>{caption}</caption>}
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={isVirtual ? 1 : undefined}>
          {selection !== undefined && (
            <th scope="col" role="columnheader" className={styles.check}>
              <ChooseAll selection={selection} rows={rows ?? []} />
            </th>
          )}
          {columns.map(
            ({ id, title, isTitleHidden = false, className: own, rank, isSortable = rank !== undefined }) => {
              const words = isTitleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title
              const direction =
                order?.column !== id ? undefined : order.isDescending ? 'descending' : 'ascending'
              return (
                <th key={id} scope="col" role="columnheader" className={own} aria-sort={direction}>
                  {!isSortable || onOrder === undefined ? (
                    words
                  ) : (
                    <button type="button" className={styles.sort} onClick={() => onOrder(id)}>
                      <span>{words}</span>
                      <Icon name={direction === undefined ? 'upDown' : 'down'} size="small" />
                    </button>
                  )}
                </th>
              )
            },
          )}
        </tr>
      </thead>
      {rows === null ? (
        <WaitingRows columns={columns} count={expected} hasCheck={selection !== undefined} />
      ) : (
        <Body {...props} rows={rows} isVirtual={isVirtual} />
      )}
    </table>
  )
}

interface BodyProps<Row, Id extends string> extends TableProps<Row, Id> {
  readonly rows: readonly Row[]
  readonly isVirtual: boolean
}

/** The rows: all, or those near the screen, with spaces as high as the others between them. */
function Body<Row, Id extends string>(props: BodyProps<Row, Id>) {
  const { columns, rows, keyOf, rowHeight = [56, 96], isInert, isVirtual } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const lastRef = useRef<string | number | null>(null)
  const [found, setNear] = useState<Near | null>(null)
  const near = isVirtual ? found : null
  const isNarrow = useMedia('(max-width: 1000px)')
  const height = rowHeight[isNarrow ? 1 : 0]
  const keyAt = useCallback((index: number) => keyOf(rows[index]!), [rows, keyOf])
  const { drawn, after } = drawnOf(rows.length, height, near ?? (isVirtual ? DRAWN_FIRST : rows.length))
  return (
    <tbody ref={body} role="rowgroup" inert={isInert}>
      {drawn.map(({ index, gap }) => (
        <Fragment key={keyAt(index)}>
          <Space height={gap} />
          <BodyRow table={props} index={index} lastRef={lastRef} measure={near?.measure} />
        </Fragment>
      ))}
      <Space height={after} />
      {isVirtual && (
        <Suspense>
          <NearRows
            body={body}
            count={rows.length}
            keyAt={keyAt}
            columns={columns.map(({ id }) => id).join(' ')}
            height={height}
            onChange={setNear}
          />
        </Suspense>
      )}
    </tbody>
  )
}

/** Finds out which rows are near the screen; fetched where there are many. */
const NearRows = lazy(async () => ({ default: (await import('./NearRows.tsx')).NearRows }))

/**
 * The rows to draw, each with the height in px of those left out before it, and the height of those after all of them.
 * @param near or how many of the first ones
 */
function drawnOf(count: number, height: number, near: Near | number) {
  if (typeof near === 'number') {
    const drawn = Array.from({ length: near }, (_, index) => ({ index, gap: 0 }))
    return { drawn, after: (count - drawn.length) * height }
  }
  let { start: end } = near
  const drawn = near.items
    .filter(({ index }) => index < count)
    .map((item) => {
      const gap = item.start - end
      end = item.end
      return { index: item.index, gap }
    })
  return { drawn, after: near.end - end }
}

/** Stands for rows that are not drawn. */
function Space({ height }: { readonly height: number }) {
  return height > 0 && <tr aria-hidden="true" className={styles.space} style={{ blockSize: height }} />
}

interface BodyRowProps<Row, Id extends string> {
  readonly table: BodyProps<Row, Id>
  readonly index: number
  /** The row that was chosen last: a press with the shift key chooses all from there on. */
  readonly lastRef: RefObject<string | number | null>
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined
}

/** While the table is scrolled, only rows that come near the screen render. */
const BodyRow = memo(function BodyRow<Row, Id extends string>(props: BodyRowProps<Row, Id>) {
  const { table, index, lastRef, measure } = props
  const { columns, rows, keyOf, rowProps, unknown, selection, isVirtual } = table
  const row = rows[index]!
  const choose = (isChosen: boolean, isRange: boolean) => {
    const from = isRange ? rows.findIndex((each) => keyOf(each) === lastRef.current) : -1
    const [start, end] = from < 0 ? [index, index] : [Math.min(from, index), Math.max(from, index)]
    lastRef.current = keyOf(row)
    selection?.set(rows.slice(start, end + 1), isChosen)
  }
  return (
    <tr
      role="row"
      {...rowProps?.(row)}
      {...(isVirtual && { ref: measure, 'data-index': index, 'aria-rowindex': index + 2 })}
    >
      {selection !== undefined && (
        <td role="cell" className={styles.check}>
          <CheckBox
            checked={selection.has(row)}
            onChange={({ target, nativeEvent }) =>
              choose(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          >
            <VisuallyHidden>{selection.labelOf(row)}</VisuallyHidden>
          </CheckBox>
        </td>
      )}
      {columns.map(({ id, className, isRowHeader = false, cell }) => {
        const content = cell(row) ?? <span className={styles.unknown}>{unknown}</span>
        return isRowHeader ? (
          <th key={id} scope="row" role="rowheader" className={className}>
            {content}
          </th>
        ) : (
          <td key={id} role="cell" className={className}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}) as <Row, Id extends string>(props: BodyRowProps<Row, Id>) => ReactNode

/** Chooses all rows, or none; in between while some of them are chosen. */
function ChooseAll<Row>({ selection, rows }: { selection: Selection<Row>; rows: readonly Row[] }) {
  const count = rows.filter((row) => selection.has(row)).length
  const isAll = count === rows.length && count > 0
  return (
    <CheckBox
      checked={isAll}
      isMixed={count > 0 && !isAll}
      onChange={({ target }) => selection.set(rows, target.checked)}
    >
      <VisuallyHidden>{selection.labelOfAll}</VisuallyHidden>
    </CheckBox>
  )
}

interface WaitingRowsProps<Row, Id extends string> {
  readonly columns: readonly Column<Row, Id>[]
  readonly count: number
  readonly hasCheck: boolean
}

/** Placeholders of rows. */
function WaitingRows<Row, Id extends string>({ columns, count, hasCheck }: WaitingRowsProps<Row, Id>) {
  return (
    <tbody role="rowgroup">
      {Array.from({ length: count }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={index} aria-hidden="true">
          {hasCheck && <td className={styles.check} />}
          {columns.map(({ id, className, placeholder }) => (
            <td key={id} className={className}>
              {placeholder ?? <Waiting />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
