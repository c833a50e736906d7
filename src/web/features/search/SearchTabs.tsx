import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './SearchTabs.module.css'

/** The ways to find channels, each a page of its own. */
export function SearchTabs() {
  const { search, shell } = useTexts()
  return (
    <nav className={styles.tabs} aria-label={search.ways}>
      <PageLink page="search">{search.byText}</PageLink>
      <PageLink page="seeds">{shell.seeds}</PageLink>
      <PageLink page="recommendations">{shell.recommendations}</PageLink>
    </nav>
  )
}
