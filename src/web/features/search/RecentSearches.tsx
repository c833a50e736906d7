import { Row, Rows } from '#web/kit/components/lists.tsx'
import { Heading, Line, Stack, Words } from '#web/kit/components/layout.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
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
    <section aria-labelledby="recent-searches">
      <Stack gap={2}>
        <Line gap={4} isSpread>
          <Heading id="recent-searches" isSmall>
            {search.recent}
          </Heading>
          <Button look="quiet" size="small" onClick={forget}>
            {search.forgetRecent}
          </Button>
        </Line>
        <Rows>
          {recent.map((made) => (
            <Row
              key={queryOf(made)}
              name={
                <PageLink page="search" search={queryOf(made)}>
                  <Words tone="strong">
                    <Icon name="clock" size="small" />
                    <span>{made.text}</span>
                  </Words>
                  <Words>
                    {(made.text !== '' && filtersIn(made).length > 0 ? ', ' : '') +
                      filtersIn(made).map(textOf).join(', ')}
                  </Words>
                </PageLink>
              }
            />
          ))}
        </Rows>
      </Stack>
    </section>
  )
}
