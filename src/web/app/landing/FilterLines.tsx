import type { ReactNode } from 'react'
import {
  type Audience,
  type ContentType,
  FURTHER_AUDIENCES,
  FURTHER_CONTENT_TYPES,
  LANDING_SUBSCRIBER_RANGES,
  SUBSCRIBER_RANGES,
} from '#shared/rules/filters.ts'
import { writeSearch } from '#web/features/search/write-search.ts'
import { PageLink } from '../../kit/links/PageLink.tsx'
import { useStartTexts } from '../../kit/texts/texts.tsx'
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

/** What cards show beyond those: behind 'more'. */
const FURTHER_TYPES = ['Entertainment', ...FURTHER_CONTENT_TYPES] as const
const FURTHER_RANGES = SUBSCRIBER_RANGES.filter((range) => !LANDING_SUBSCRIBER_RANGES.includes(range))

/** Three lines of filters; each value links to the search with that filter applied. */
export function FilterLines() {
  const { landing, labels } = useStartTexts()
  return (
    <section className={styles.lines} aria-labelledby="filter-lines">
      <h2 id="filter-lines">{landing.filtersTitle}</h2>
      <FilterLine
        title={landing.contentType}
        further={FURTHER_TYPES.map((type) => (
          <FilterLink key={type} search={{ types: [type] }}>
            {labels.contentTypes[type]}
          </FilterLink>
        ))}
      >
        {TYPES.map((type) => (
          <FilterLink key={type} search={{ types: [type] }}>
            {type === 'Gaming' ? landing.games : labels.contentTypes[type]}
          </FilterLink>
        ))}
      </FilterLine>
      <FilterLine
        title={landing.targetAudience}
        further={FURTHER_AUDIENCES.map((audience) => (
          <FilterLink key={audience} search={{ audiences: [audience] }}>
            {labels.audiences[audience]}
          </FilterLink>
        ))}
      >
        {AUDIENCES.map((audience) => (
          <FilterLink key={audience} search={{ audiences: [audience] }}>
            {labels.audiences[audience]}
          </FilterLink>
        ))}
      </FilterLine>
      <FilterLine
        title={landing.subscribers}
        further={FURTHER_RANGES.map(({ label }) => (
          <FilterLink key={label} search={{ ranges: [label] }}>
            {labels.ranges[label]}
          </FilterLink>
        ))}
      >
        {LANDING_SUBSCRIBER_RANGES.map(({ label }) => (
          <FilterLink key={label} search={{ ranges: [label] }}>
            {labels.ranges[label]}
          </FilterLink>
        ))}
      </FilterLine>
    </section>
  )
}

interface FilterLineProps {
  readonly title: string
  /** Rarer values, behind 'more'. */
  readonly further: ReactNode
  readonly children: ReactNode
}

function FilterLine({ title, further, children }: FilterLineProps) {
  const { landing } = useStartTexts()
  return (
    <div className={styles.line}>
      <h3>{title}</h3>
      <div>
        <ul>{children}</ul>
        <details>
          <summary>{landing.moreFilters}</summary>
          <ul>{further}</ul>
        </details>
      </div>
    </div>
  )
}

interface FilterLinkProps {
  readonly search: Parameters<typeof writeSearch>[0]
  readonly children: ReactNode
}

function FilterLink({ search, children }: FilterLinkProps) {
  return (
    <li>
      <PageLink page="search" search={writeSearch(search)}>
        {children}
      </PageLink>
    </li>
  )
}
