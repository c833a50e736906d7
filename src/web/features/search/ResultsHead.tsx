import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { IconButton } from '#web/kit/components/Button.tsx'
import { Select } from '#web/kit/components/forms.tsx'
import styles from './FoundView.module.css'
import { newSeed, type Search, SORTS, type Sort } from './search-address.ts'
import type { Results } from './use-results.ts'

interface ResultsHeadProps {
  readonly search: Search
  readonly results: Results
  readonly onSort: (sort: Pick<Search, 'sort' | 'seed'>) => void
}

/** The number of matching channels, and their order. */
export function ResultsHead({ search, results, onSort }: ResultsHeadProps) {
  const { search: texts } = useTexts()
  const { language } = useLanguage()
  const sorts: readonly Sort[] = search.text === '' ? SORTS.filter((sort) => sort !== 'relevance') : SORTS
  return (
    <div className={styles.head}>
      <h2 className={styles.total}>
        <span role="status">{totalOf(results, texts, language)}</span>
      </h2>
      <div className={styles.sort}>
        <Select
          label={texts.sort}
          value={search.sort}
          options={sorts.map((sort) => ({ value: sort, text: texts.sorts[sort] }))}
          onChange={(sort) => onSort({ sort, seed: newSeed() })}
        />
        {search.sort === 'shuffle' && (
          <IconButton
            icon="shuffle"
            label={texts.shuffleAgain}
            onClick={() => onSort({ sort: 'shuffle', seed: newSeed() })}
          />
        )}
      </div>
    </div>
  )
}

/** The number of matching channels, in words. */
export function totalOf(
  { total, totalIsCapped, channels, hasMore }: Results,
  search: Messages['search'],
  language: Language,
): string {
  if (total === null) return search.shown(channels.length, formatNumber(channels.length, language), hasMore)
  return search.total(total, formatNumber(total, language), totalIsCapped)
}
