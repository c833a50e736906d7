import { IconButton } from '#web/kit/components/Button.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { Segments, Select } from '#web/kit/components/forms.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { type Column, COLUMNS, SERVER_SORTS, type TableOrder, useColumnTitles } from './columns.ts'
import { newSeed } from './mix-seed.ts'
import styles from './ResultsView.module.css'
import { type Search, type Sort, sortsFor, type View, VIEWS } from './search-address.ts'
import { totalOf } from './total.ts'
import type { Results } from './use-results.ts'
import { isSeeded } from './write-search.ts'

interface ResultsHeadProps {
  readonly search: Search
  readonly results: Results
  /** The table's order; null for the list. */
  readonly order: TableOrder | null
  readonly onSort: (sort: Pick<Search, 'sort' | 'seed'>) => void
  readonly onView: (view: View) => void
}

/** The number of matching channels, their order, and how they are shown. */
export function ResultsHead({ search, results, order, onSort, onView }: ResultsHeadProps) {
  const { search: texts } = useTexts()
  const { language } = useLanguage()
  const titles = useColumnTitles()
  // Narrow screens show no titles of columns to press.
  const serverSorts = SERVER_SORTS[results.by]
  const columns = order === null ? [] : COLUMNS.filter((column) => serverSorts[column] === undefined)
  const sorts: readonly Sort[] = sortsFor(search.text, search.by)
  const current = search.sort
  const local = columns.find((column) => column === order?.local?.column)
  const choose = (chosen: Sort | Column) => {
    const column = columns.find((known) => known === chosen)
    const sort = sorts.find((known) => known === chosen)
    if (column !== undefined) return order?.setLocal({ column, isDescending: false })
    order?.setLocal(null)
    if (sort !== undefined && sort !== current) {
      onSort({ sort, seed: sort === 'shuffle' ? newSeed() : null })
    }
  }
  return (
    <div className={classNames(styles.head, search.text !== '' && styles.groupedHead)}>
      <h2 className={styles.total}>{totalOf(results, texts, language)}</h2>
      {search.fresh === null && sorts.length + columns.length > 1 && (
        <div className={styles.sort}>
          <Select
            label={texts.sort}
            value={local ?? current}
            options={[
              ...sorts.map((sort) => ({ value: sort, text: texts.sorts[sort] })),
              ...columns.map((column) => ({ value: column, text: titles[column] })),
            ]}
            onChange={choose}
          />
          {local === undefined && isSeeded(current) && (
            <IconButton
              icon="shuffle"
              label={texts.shuffleAgain}
              onClick={() => onSort({ sort: search.sort, seed: newSeed() })}
            />
          )}
        </div>
      )}
      <Segments
        label={texts.view}
        value={search.view}
        options={VIEWS.map((view) => ({ value: view, text: texts.views[view] }))}
        onChange={onView}
      />
    </div>
  )
}
