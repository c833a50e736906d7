import { Links } from '#web/kit/components/layout.tsx'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** The ways to find channels, each a page of its own. */
export function SearchTabs() {
  const { search, shell } = useTexts()
  return (
    <nav aria-label={search.ways}>
      <Links look="tabs">
        <li>
          <PageLink page="search">{search.byText}</PageLink>
        </li>
        <li>
          <PageLink page="seeds">{shell.seeds}</PageLink>
        </li>
        <li>
          <PageLink page="recommendations">{shell.recommendations}</PageLink>
        </li>
      </Links>
    </nav>
  )
}
