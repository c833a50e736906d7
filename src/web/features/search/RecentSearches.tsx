import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import styles from './RecentSearches.module.css'
import { queryOf, filtersIn, forgetSearches, useRecentSearches } from './recent-searches.ts'
import { useFilterText } from './use-filter-text.ts'

/** Links to earlier searches; empty when there are none. */
export function RecentSearches({ onForgotten }: { readonly onForgotten: () => void }) {
  const { search } = useTexts()
  const textOf = useFilterText()
  const recent = useRecentSearches()
  if (recent.length === 0) return null
  const forget = () => {
    forgetSearches()
    // The button disappears, and the focus with it.
    onForgotten()
  }
  return (
    <section className={styles.recent} aria-labelledby="recent-searches">
      <div className={styles.head}>
        <h2 id="recent-searches">{search.recent}</h2>
        <Button look="quiet" size="small" onClick={forget}>
          {search.forgetRecent}
        </Button>
      </div>
      <ul className={styles.list}>
        {recent.map((made) => (
          <li key={queryOf(made)}>
            <PageLink page="search" search={queryOf(made)} className={styles.link}>
              <Icon name="clock" />
              <span>
                <span>{made.text}</span>
                <span className={styles.filters}>
                  {(made.text !== '' && filtersIn(made).length > 0 ? ', ' : '') +
                    filtersIn(made).map(textOf).join(', ')}
                </span>
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
