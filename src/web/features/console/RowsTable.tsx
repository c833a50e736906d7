import type { Pages } from '#web/kit/api/queries.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Note, Stack } from '#web/kit/components/layout.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { formatPrice } from '#shared/i18n/formats.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { useConsoleTexts } from './console-texts.ts'

interface RowsTableProps<Row> {
  readonly pages: Pages<Row, unknown>
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  readonly label: string
  readonly look?: 'bars' | 'numbers'
}

/** A list of the operator's in all its states, with what it sums up to. */
export function RowsTable<Row>({ pages, columns, keyOf, label, look = 'bars' }: RowsTableProps<Row>) {
  const { list } = useConsoleTexts().pages
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = pages
  if (items === null && error !== null)
    return <LoadFailure code={error.code} title={list.failed} onRetry={retry} />
  return (
    <Stack gap={3}>
      <Totals of={pages.meta} />
      {items?.length === 0 ? (
        <p>{list.empty}</p>
      ) : (
        <Table
          columns={columns}
          rows={items}
          keyOf={keyOf}
          expected={3}
          look={look}
          unknown="–"
          aria-label={label}
        />
      )}
      {hasMore && (
        <div>
          <Button size="small" isBusy={isLoadingMore} onClick={loadMore}>
            {error === null ? list.more : list.failed}
          </Button>
        </div>
      )}
    </Stack>
  )
}

/** How many rows all pages have together, and their sum. */
export function Totals({ of: meta }: { readonly of: unknown }) {
  const { language } = useLanguage()
  const { list } = useConsoleTexts().pages
  const { total } = (meta ?? {}) as { readonly total?: Readonly<Record<string, number>> | null }
  if (total == null) return null
  const { count = 0, kopecks, uses } = total
  const said = [
    list.count(formatNumber(count, language)),
    ...(kopecks === undefined ? [] : [list.sum(formatPrice(kopecks / 100, language))]),
    ...(uses === undefined ? [] : [list.uses(formatNumber(uses, language))]),
  ]
  return <Note>{said.join(' · ')}</Note>
}
