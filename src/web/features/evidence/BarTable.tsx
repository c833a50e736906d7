import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './BarTable.module.css'
import { Waiting } from './Waiting.tsx'

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
  const [, ...columns] = heads
  return (
    <table className={styles.table} data-columns={heads.length} aria-busy={rows === null}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === null
          ? Array.from({ length: expected }, (_, place) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={place} aria-hidden="true">
                {heads.map((head) => (
                  <td key={head}>
                    <Waiting />
                  </td>
                ))}
              </tr>
            ))
          : rows.map(({ name, note, isOpen = false, bars }) => (
              <tr key={name} data-open={isOpen || undefined}>
                <th scope="row">
                  <span>{name}</span>
                  {note !== undefined && <small>{note}</small>}
                </th>
                {columns.map((column, place) => {
                  const bar = bars[place] ?? null
                  return (
                    <td key={column} data-few={bar === null || undefined}>
                      {bar === null ? (
                        trust.tooFew
                      ) : (
                        <>
                          <span className={styles.written}>
                            <span>{bar.written}</span>
                            {bar.note !== undefined && <small>{bar.note}</small>}
                          </span>
                          <span
                            className={styles.bar}
                            style={{ '--part': Math.min(1, bar.share / full) }}
                            aria-hidden="true"
                          />
                        </>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
      </tbody>
    </table>
  )
}
