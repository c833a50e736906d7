import { type ReactNode, useEffect, useRef, useState, ViewTransition } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { RevealPanel } from '#web/features/reveals/RevealPanel.tsx'
import { Button, IconButton } from '#web/kit/components/Button.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import styles from './FoundView.module.css'
import { ResultCard } from './ResultCard.tsx'
import { ResultList, ResultListSkeleton, transitionName } from './ResultList.tsx'
import { ResultTable } from './ResultTable.tsx'
import { newSeed } from './mix-seed.ts'
import { type Search, type Sort, sortsFor, VIEWS } from './search-address.ts'
import { isSeeded } from './write-search.ts'
import type { Channel, Results } from './use-results.ts'
import { totalOf } from './total.ts'
import { Select } from '#web/kit/components/forms.tsx'

interface FoundViewProps {
  readonly search: Search
  readonly results: Results
  readonly onRefine: (change: Partial<Search>) => void
}

const MORE_SKELETON_ROWS = 3

/** The chosen channel's card, with the further matches under it. */
export function FoundView({ search, results, onRefine }: FoundViewProps) {
  const { search: texts } = useTexts()
  const { channels, state } = results
  const chosenIndex = Math.max(
    0,
    channels.findIndex(({ channelId }) => channelId === search.channel),
  )
  const chosen = channels[chosenIndex]
  const [pickedId, setPickedId] = useState<string | null>(null)
  if (chosen === undefined) return null
  // The results are from another search than the current one: for viewing only.
  const isOutdated = state === 'old'
  const choose = ({ channelId }: Channel) => {
    setPickedId(channelId)
    onRefine({ channel: channelId === channels[0]?.channelId ? null : channelId })
  }
  const isTable = search.view === 'table'
  const sortBy = (sort: Pick<Search, 'sort' | 'seed'>) => onRefine({ ...sort, pages: 1, channel: null })
  const loadMore = () => {
    results.loadMore()
    onRefine({ pages: results.loaded + 1 })
  }
  return (
    <div className={classNames(styles.found, isOutdated && styles.old)}>
      <ResultsHead search={search} results={results} onSort={sortBy} onView={(view) => onRefine({ view })} />
      <div className={styles.card} key={channels[0]?.channelId} inert={isOutdated}>
        <ViewTransition
          key={chosen.channelId}
          name={transitionName(chosen.channelId)}
          default="none"
          share="auto"
          exit="auto"
        >
          <CardPlace isPicked={chosen.channelId === pickedId}>
            <ResultCard channel={chosen} place={chosenIndex + 1} isByMatch={search.sort === 'relevance'}>
              <RevealPanel channel={chosen} />
            </ResultCard>
          </CardPlace>
        </ViewTransition>
      </div>
      {isTable && (
        <ResultTable
          channels={channels}
          chosenId={chosen.channelId}
          sort={search.sort}
          hasMore={results.hasMore}
          isOutdated={isOutdated}
          onChoose={choose}
          onSort={(sort) => sortBy({ sort, seed: search.seed })}
        />
      )}
      {!isTable && channels.length > 1 && (
        <section className={styles.further} aria-labelledby="further-matches" inert={isOutdated}>
          <h2 id="further-matches">{texts.further}</h2>
          <ResultList channels={channels} chosenId={chosen.channelId} onChoose={choose} />
        </section>
      )}
      <div inert={isOutdated}>
        <More results={results} isTable={isTable} onMore={loadMore} />
      </div>
    </div>
  )
}

interface ResultsHeadProps {
  readonly search: Search
  readonly results: Results
  readonly onSort: (sort: Pick<Search, 'sort' | 'seed'>) => void
  readonly onView: (view: Search['view']) => void
}

/** The number of matching channels, their order, and how they are shown. */
function ResultsHead({ search, results, onSort, onView }: ResultsHeadProps) {
  const { search: texts } = useTexts()
  const { language } = useLanguage()
  const choose = (sort: Sort) => onSort({ sort, seed: sort === 'shuffle' ? newSeed() : null })
  return (
    <div className={styles.head}>
      <h2 className={styles.total}>
        <span role="status">{totalOf(results, texts, language)}</span>
      </h2>
      <div className={styles.sort}>
        <Select
          label={texts.sort}
          value={search.sort}
          options={sortsFor(search.text).map((sort) => ({ value: sort, text: texts.sorts[sort] }))}
          onChange={choose}
        />
        {isSeeded(search.sort) && (
          <IconButton
            icon="shuffle"
            label={texts.shuffleAgain}
            onClick={() => onSort({ sort: search.sort, seed: newSeed() })}
          />
        )}
        <div className={styles.views} role="group" aria-label={texts.view}>
          {VIEWS.map((view) => (
            <button
              key={view}
              type="button"
              className={styles.viewButton}
              aria-pressed={view === search.view}
              onClick={() => onView(view)}
            >
              {texts.views[view]}
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}

interface CardPlaceProps {
  /** The person chose this channel from the list, so the focus follows. */
  readonly isPicked: boolean
  readonly children: ReactNode
}

function CardPlace({ isPicked, children }: CardPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isPicked) return
    place.current?.querySelector('h2')?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [isPicked])
  return (
    <div ref={place} className={styles.place}>
      {children}
    </div>
  )
}

interface MoreProps {
  readonly results: Results
  readonly isTable: boolean
  readonly onMore: () => void
}

/** The button for the next page of results, and its progress. */
function More({ results, isTable, onMore }: MoreProps) {
  const { search, common } = useTexts()
  const [wasAsked, setAsked] = useState(false)
  if (results.more === 'error') {
    return (
      <p className={styles.more} role="alert">
        {search.errorTitle} <Button onClick={results.retry}>{common.retry}</Button>
      </p>
    )
  }
  if (!results.hasMore) {
    return (
      // Takes the focus of the pressed button, which is gone.
      <p className={styles.end} tabIndex={-1} ref={wasAsked ? takeFocus : null}>
        {search.end}
      </p>
    )
  }
  const isLoading = results.more === 'loading'
  const ask = () => {
    setAsked(true)
    onMore()
  }
  return (
    <>
      <div role="status">
        {isLoading && (
          <>
            <VisuallyHidden>{search.loadingMore}</VisuallyHidden>
            {results.isBusy && <p>{`${search.busyTitle}. ${search.busyText}`}</p>}
            {!isTable && <ResultListSkeleton rows={MORE_SKELETON_ROWS} />}
          </>
        )}
      </div>
      <div className={styles.more}>
        <Button isBusy={isLoading} onClick={ask}>
          {search.more}
        </Button>
      </div>
    </>
  )
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
