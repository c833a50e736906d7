import type { FormEvent } from 'react'
import { useHref, useNavigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { PANEL_CALL, writeSearch } from '#web/features/search/write-search.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { PageHead } from '../../kit/links/PageHead.tsx'
import { PageLink } from '../../kit/links/PageLink.tsx'
import { useStartTexts } from '../../kit/texts/texts.tsx'
import { CatalogueCounts } from './CatalogueCounts.tsx'
import { DemoStatistics } from './DemoStatistics.tsx'
import { ExampleCard } from './ExampleCard.tsx'
import { FilterLines } from './FilterLines.tsx'
import { Headline } from './Headline.tsx'
import styles from './LandingPage.module.css'
import { PackageCards } from './PackageCards.tsx'
import { Sources } from './Sources.tsx'

/** The start page: what the product is, ways into the search, prices and the next steps. */
export function LandingPage() {
  const { landing } = useStartTexts()
  return (
    <>
      <PageHead title={landing.title} description={landing.description} page="landing" />
      <div className={styles.page}>
        <section className={styles.hero}>
          <Headline />
          <div className={styles.example}>
            <ExampleCard />
          </div>
          <p className={styles.lead}>{landing.lead}</p>
          <SearchForm />
          <PageLink page="search" search={PANEL_CALL} className={styles.toFilters}>
            <Icon name="filters" />
            <span>{landing.toFilters}</span>
          </PageLink>
        </section>
        <CatalogueCounts />
        <FilterLines />
        <Sources />
        <PackageCards />
        <DemoStatistics />
      </div>
    </>
  )
}

/** Submits the text to the search screen. A plain form, so that it works before any script has loaded. */
function SearchForm() {
  const { landing, labels } = useStartTexts()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('q')
    if (typeof text === 'string')
      void navigate({ pathname: PATHS.search, search: writeSearch({ text: text.trim() }) })
  }
  return (
    <form className={styles.form} action={useHref(PATHS.search)} method="get" role="search" onSubmit={submit}>
      <input
        className={styles.input}
        type="search"
        name="q"
        required
        autoComplete="off"
        aria-label={labels.inputLabel}
        aria-keyshortcuts="/"
        placeholder={labels.placeholder}
      />
      <Button look="accent" type="submit">
        {landing.toSearch}
      </Button>
    </form>
  )
}
