import type { FormEvent, ReactNode } from 'react'
import { useHref, useNavigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import type { Audience } from '#shared/rules/audiences.ts'
import type { ContentType } from '#shared/rules/content-types.ts'
import { LANDING_SUBSCRIBER_RANGES } from '#shared/rules/subscriber-ranges.ts'
import { type Search, writeSearch } from '#web/features/catalogue/search-address.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageHead } from '../PageHead.tsx'
import { PageLink } from '../PageLink.tsx'
import { useStartTexts } from '../texts.tsx'
import styles from './LandingPage.module.css'

const TYPES = [
  'Education',
  'Comedy',
  'Fitness',
  'Vlogs',
  'Animation',
  'Gaming',
  'News',
  'Music',
  'Fashion',
  'Travel',
  'Health',
] as const satisfies readonly ContentType[]

const AUDIENCES = ['Kids', 'Teenagers', 'Adults', 'OlderGen'] as const satisfies readonly Audience[]

/** The start page: what this is, the search field, and the three filter lines. */
export function LandingPage() {
  const { landing, search } = useStartTexts()
  return (
    <>
      <PageHead title={landing.title} description={landing.description} page="landing" />
      <section className={styles.hero}>
        <h1>{landing.headline}</h1>
        <p className={styles.lead}>{landing.lead}</p>
        <SearchForm />
      </section>
      <section className={styles.lines} aria-labelledby="filter-lines">
        <h2 id="filter-lines">{landing.filtersTitle}</h2>
        <FilterLine title={landing.contentType}>
          {TYPES.map((type) => (
            <FilterLink key={type} search={{ types: [type] }}>
              {type === 'Gaming' ? landing.games : search.contentTypes[type]}
            </FilterLink>
          ))}
        </FilterLine>
        <FilterLine title={landing.targetAudience}>
          {AUDIENCES.map((audience) => (
            <FilterLink key={audience} search={{ audiences: [audience] }}>
              {search.audiences[audience]}
            </FilterLink>
          ))}
        </FilterLine>
        <FilterLine title={landing.subscribers}>
          {LANDING_SUBSCRIBER_RANGES.map(({ label }) => (
            <FilterLink key={label} search={{ ranges: [label] }}>
              {label}
            </FilterLink>
          ))}
        </FilterLine>
      </section>
    </>
  )
}

/** Leads to the search screen with the text; a plain form, so it works before any script has loaded. */
function SearchForm() {
  const { landing, search } = useStartTexts()
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
        aria-label={search.inputLabel}
        placeholder={search.placeholder}
      />
      <Button look="accent" type="submit">
        {landing.toSearch}
      </Button>
    </form>
  )
}

function FilterLine({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.line}>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </div>
  )
}

function FilterLink({
  search,
  children,
}: {
  readonly search: Partial<Search>
  readonly children: ReactNode
}) {
  return (
    <li>
      <PageLink page="search" search={writeSearch(search)}>
        {children}
      </PageLink>
    </li>
  )
}
