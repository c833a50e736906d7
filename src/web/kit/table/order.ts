import { useMemo } from 'react'
import type { Language } from '#shared/i18n/messages.ts'
import { useLanguage } from '#web/kit/texts/texts.tsx'

/** An order of rows by a column. */
export interface Order<Id extends string> {
  readonly column: Id
  readonly isDescending: boolean
}

/** What a column orders rows by; null for unknown. */
export type Rank = string | number | null

/** The rows in another order; unknown values come last in both directions, and equal ones stay as they were. */
export function orderRows<Row>(
  rows: readonly Row[],
  rankOf: (row: Row) => Rank,
  { isDescending, language }: { readonly isDescending: boolean; readonly language: Language },
): readonly Row[] {
  const names = new Intl.Collator(language, { numeric: true })
  return rows
    .map((row) => ({ row, rank: rankOf(row) }))
    .toSorted((one, other) => {
      if (one.rank === null || other.rank === null) {
        return Number(one.rank === null) - Number(other.rank === null)
      }
      const order =
        typeof one.rank === 'number' && typeof other.rank === 'number'
          ? one.rank - other.rank
          : names.compare(String(one.rank), String(other.rank))
      return isDescending ? -order : order
    })
    .map(({ row }) => row)
}

interface RankedColumn<Row, Id> {
  readonly id: Id
  readonly rank?: (row: Row) => Rank
}

/** The rows ordered as a column says; null leaves them as they are. */
export function useOrderedRows<Row, Id extends string>(
  rows: readonly Row[],
  columns: readonly RankedColumn<Row, Id>[],
  order: Order<Id> | null,
): readonly Row[] {
  const { language } = useLanguage()
  const rank = columns.find(({ id }) => id === order?.column)?.rank
  const isDescending = order?.isDescending === true
  return useMemo(
    () => (rank === undefined ? rows : orderRows(rows, rank, { isDescending, language })),
    [rows, rank, isDescending, language],
  )
}

/** The order after a press on a column's title: one way, the other way, and back to the rows' own order. */
export function nextOrder<Id extends string>(
  order: Order<Id> | null,
  column: Id,
  startsDescending = false,
): Order<Id> | null {
  if (order?.column !== column) return { column, isDescending: startsDescending }
  return order.isDescending === startsDescending ? { column, isDescending: !startsDescending } : null
}
