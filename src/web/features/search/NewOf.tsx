import { Heading, Line } from '#web/kit/components/layout.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { queryOf } from './recent-searches.ts'
import { savedAs, useSavedSearches } from './saved-searches.ts'

/** Which saved search the new channels below are of, and the way to all channels that it finds. */
export function NewOf({ searchId }: { readonly searchId: number }) {
  const { savedSearches: texts } = useTexts()
  const { data: saved } = useSavedSearches()
  const search = saved?.find((one) => one.searchId === searchId)
  if (search === undefined) return null
  return (
    <Line gap={4} isSpread>
      <Heading>{texts.freshIn(search.name)}</Heading>
      <PageLink page="search" search={queryOf(savedAs(search))}>
        {texts.showAll}
      </PageLink>
    </Line>
  )
}
