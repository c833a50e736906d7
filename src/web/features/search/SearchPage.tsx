import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FirstSteps } from '#web/features/cards/FirstSteps.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { Queries } from '#web/kit/api/queries.tsx'
import { useIsHydrated } from '#web/kit/texts/hydration.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { FilterChips } from './FilterChips.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { ResultsView } from './ResultsView.tsx'
import { NewOf } from './NewOf.tsx'
import { SaveSearch } from './SaveSearch.tsx'
import { SearchForm } from './SearchForm.tsx'
import { SearchTabs } from './SearchTabs.tsx'
import styles from './SearchPage.module.css'
import { inGroup, isEmptySearch, type Search } from './search-address.ts'
import { shownFilters, useFilterChoice } from './filters.ts'
import { rememberSearch } from './recent-searches.ts'
import { useFirstSearchPrompt, useSearchNotice } from './search-notices.tsx'
import { useGroups } from './use-groups.ts'
import { useSearch } from './use-search.ts'

/** The search screen. */
export function SearchPage() {
  const { search } = useTexts()
  return (
    <Queries>
      <PageHead title={search.title} description={search.description} page="search" />
      <SearchScreen />
    </Queries>
  )
}

/** The page's own HTML, which may hold no inline styles, has plainer placeholders than a search that is under way. */
const EXPECTED_ROWS = 4

function SearchScreen() {
  const { search: texts } = useTexts()
  const { search: asked, isPanelCalled, start: startSearch, refine, openCard } = useSearch()
  const isHydrated = useIsHydrated()
  const groups = useGroups(asked)
  const results = groups.shown
  const search = inGroup(asked, results.by)
  const form = useRef<HTMLFormElement>(null)
  // What stands in the field is what is searched, and a filter of topics keeps them in view.
  const start = (change: Partial<Search>, replaces?: boolean) => {
    const text = form.current?.querySelector('input')?.value.trim() ?? asked.text
    if (change.text !== undefined) startSearch(change, replaces)
    else if (text === asked.text)
      startSearch({ by: results.by === 'topic' ? results.by : asked.by, ...change }, replaces)
    else {
      // Another text has another default of the contact.
      const { contact = search.contact, ...others } = change
      const isChanged = contact.length !== search.contact.length
      startSearch({ ...others, ...(isChanged && { contact }), text }, replaces)
    }
  }
  const choice = useFilterChoice(search, start)
  const panel = usePanel(isPanelCalled)
  const toggle = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  useFirstSearchPrompt(!isEmptySearch(search))
  useSearchNotice(results)
  const hasFound = results.state === 'ready' && results.channels.length > 0
  useEffect(() => {
    if (hasFound && asked.fresh === null) rememberSearch(inGroup(asked, 'name'))
  }, [hasFound, asked])
  const place = useRef<HTMLElement>(null)
  const showResults = (event: MouseEvent) => {
    event.preventDefault()
    // At once, so that the results are where the scrolling leads.
    flushSync(() => panel.move(false, true))
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView()
  }
  return (
    <div className={styles.screen}>
      <div className={classNames(styles.headline, !isEmptySearch(search) && styles.compact)}>
        <h1>{texts.headline}</h1>
        <p>{texts.lead}</p>
      </div>
      <div>
        <SearchForm
          ref={form}
          text={search.text}
          onSearch={(text) => start({ text })}
          onClear={() => start({ text: '' })}
          isPanelOpen={panel.isOpen}
          panelId={panelId}
          onTogglePanel={() => panel.move(!panel.isOpen)}
          toggleRef={toggle}
          filterCount={shownFilters(choice.chosen, search.text).length}
        />
        <SearchTabs />
        <FilterPanel
          id={panelId}
          isOpen={panel.isOpen}
          isAnimated={panel.isAnimated}
          choice={choice}
          search={search}
        />
        {panel.isOpen && results.channels.length > 0 && (
          <div className={styles.toResults}>
            <a href="#results" onClick={showResults}>
              {texts.toResults}
            </a>
          </div>
        )}
      </div>
      <FirstSteps />
      <FilterChips choice={choice} applied={search} onEmptied={() => toggle.current?.focus()} />
      {asked.fresh === null ? <SaveSearch search={search} /> : <NewOf searchId={asked.fresh} />}
      <section
        ref={place}
        id="results"
        tabIndex={-1}
        className={styles.results}
        aria-label={texts.results}
        aria-busy={results.state === 'loading' || results.state === 'old'}
      >
        {!isHydrated && (
          <div className={styles.expected} aria-hidden="true" inert data-expected>
            <div className={styles.expectedCard}>
              <span />
              <span />
            </div>
            {Array.from({ length: EXPECTED_ROWS }, (_, row) => (
              <div key={row} className={styles.expectedRow}>
                <span />
                <span />
              </div>
            ))}
          </div>
        )}
        <ResultsView
          search={search}
          groups={groups}
          onRefine={refine}
          onOpenCard={openCard}
          onStart={start}
          onOpenPanel={() => panel.move(true)}
          onForgotten={() => toggle.current?.focus()}
        />
      </section>
    </div>
  )
}

interface Panel {
  readonly isOpen: boolean
  /** The person's own changes are animated. */
  readonly isAnimated: boolean
  readonly move: (isOpen: boolean, isAtOnce?: boolean) => void
}

/** The filter panel. @param isCalledFor the URL requests it; filters alone do not, because their chips are enough */
function usePanel(isCalledFor: boolean): Panel {
  const [isOpen, setOpen] = useState(false)
  // Once the person has opened or closed it, nothing else does.
  const [wasMoved, setMoved] = useState(false)
  const [isAnimated, setAnimated] = useState(false)
  if (isCalledFor && !isOpen && !wasMoved) setOpen(true)
  const move: Panel['move'] = (isWanted, isAtOnce = false) => {
    setMoved(true)
    setAnimated(!isAtOnce)
    setOpen(isWanted)
  }
  return { isOpen, isAnimated, move }
}
