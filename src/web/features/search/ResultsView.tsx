import { useState } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { RevealPanel } from '#web/features/reveals/RevealPanel.tsx'
import { PATHS } from '#shared/paths.ts'
import { ChannelRowSkeletons } from '#web/kit/channel/ChannelRow.tsx'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { usePresence } from '#web/kit/components/motion.ts'
import { EmptyState, LoadFailure } from '#web/kit/components/states.tsx'
import { type Choice, useChoice } from './chosen-channels.ts'
import { CardBeside } from './CardBeside.tsx'
import { type ChosenFilter, filtersOf, shownFilters, without } from './filters.ts'
import { FoundView } from './FoundView.tsx'
import { GroupSwitch } from './GroupSwitch.tsx'
import { OriginOffer } from './OriginOffer.tsx'
import { OtherLayout } from './OtherLayout.tsx'
import { RecentSearches } from './RecentSearches.tsx'
import { SavedSearches, SavedSearchesHint } from './SavedSearches.tsx'
import { ResultCard } from './ResultCard.tsx'
import { ResultTableSkeleton } from './ResultTable.tsx'
import styles from './ResultsView.module.css'
import { inGroup, type Search } from './search-address.ts'
import { totalOf } from './total.ts'
import { useFilterText } from './use-filter-text.ts'
import type { Groups } from './use-groups.ts'
import type { Channel, Results } from './use-results.ts'
import { writeSearch } from './write-search.ts'

interface ResultsViewProps {
  readonly search: Search
  readonly groups: Groups
  readonly onRefine: (change: Partial<Search>) => void
  /** Opens a channel's card over the results; null closes it. */
  readonly onOpenCard: (channel: string | null) => void
  readonly onStart: (change: Partial<Search>) => void
  readonly onOpenPanel: () => void
  /** What held the focus has disappeared. */
  readonly onForgotten: () => void
}

const SKELETON_ROWS = 6

/** The result of a search: the card, further matches, and every other outcome. */
export function ResultsView(props: ResultsViewProps) {
  const { search, groups } = props
  const results = groups.shown
  const { search: texts } = useTexts()
  const { language } = useLanguage()
  const choice = useChoice()
  const { state } = results
  const isNothing = (state === 'ready' || state === 'old') && results.channels.length === 0
  return (
    <div className={styles.view}>
      {search.view === 'list' && (
        <LeavingCard channel={cardOf(search, results)} isByMatch={search.sort === 'relevance'} />
      )}
      <GroupSwitch
        groups={groups}
        onChoose={(by) => props.onRefine({ ...inGroup(search, by), pages: 1, channel: null })}
      />
      <div className={styles.offers}>
        <OriginOffer search={search} results={results} onStart={props.onStart} />
        <OtherLayout search={search} results={results} onSearch={(text) => props.onStart({ text })} />
      </div>
      {/* Always there, and empty until a search is answered: screen readers tell only what changes in it. */}
      <div role="status">
        {isNothing ? (
          <NothingFound {...props} />
        ) : (
          state === 'ready' && <VisuallyHidden>{totalOf(results, texts, language)}</VisuallyHidden>
        )}
      </div>
      {!isNothing && <Outcome {...props} choice={choice} />}
    </div>
  )
}

/** The channel on the card; a loading search shows the placeholder. */
function cardOf({ channel }: Search, { channels, state }: Results): Channel | null {
  if (state !== 'ready' && state !== 'old') return null
  return channels.find(({ channelId }) => channelId === channel) ?? channels[0] ?? null
}

const LEAVING_MS = 300

interface LeavingCardProps {
  /** The channel on the card; null when the card was cleared. */
  readonly channel: Channel | null
  readonly isByMatch: boolean
}

/** The leaving card, over the content that replaces it: nothing waits for it, and it can no longer be used or read. */
function LeavingCard({ channel, isByMatch }: LeavingCardProps) {
  const [last, setLast] = useState(channel)
  if (channel !== null && channel !== last) setLast(channel)
  const presence = usePresence(channel !== null, LEAVING_MS)
  if (presence !== 'leaving' || last === null) return null
  return (
    <div className={styles.leaving} aria-hidden="true" inert>
      <ResultCard channel={last} place={1} isByMatch={isByMatch}>
        <span className={styles.leavingButton} />
      </ResultCard>
    </div>
  )
}

function Outcome(props: ResultsViewProps & { readonly choice: Choice }) {
  const { search, groups, choice, onRefine, onOpenCard, onOpenPanel, onForgotten } = props
  const results = groups.shown
  const { search: texts } = useTexts()
  const { state, retry } = results
  if (state === 'none') {
    return (
      <div className={styles.start}>
        <SavedSearches onForgotten={onForgotten} />
        <EmptyState
          drawing="box"
          title={texts.startTitle}
          text={
            <>
              <span>{`${texts.startText} `}</span>
              <span className={styles.key}>{texts.startKey}</span>
            </>
          }
        >
          <ExampleSearches />
          <Button icon="filters" onClick={onOpenPanel}>
            {texts.browse}
          </Button>
        </EmptyState>
        <RecentSearches onForgotten={onForgotten} />
        <SavedSearchesHint />
      </div>
    )
  }
  if (state === 'error' || state === 'offline') {
    return <LoadFailure code={state} title={texts.errorTitle} text={texts.errorText} onRetry={retry} />
  }
  if (state === 'loading' && results.isBusy) {
    return <EmptyState drawing="hourglass" title={texts.busyTitle} text={texts.busyText} role="status" />
  }
  if (state === 'loading')
    return (
      <LoadingView
        isByMatch={search.sort === 'relevance'}
        isGrouped={search.text !== ''}
        view={search.view}
      />
    )
  return <FoundView {...{ search, results, choice, onRefine, onOpenCard }} />
}

const EXAMPLES = [
  { kind: 'types', value: 'Tech Reviews', ranges: '100-500K' },
  { kind: 'types', value: 'Education', ranges: '10-100K' },
  { kind: 'audiences', value: 'Teenagers', ranges: '1-5M' },
] as const

/** Searches to start with: a topic, and three of filters. */
function ExampleSearches() {
  const { search: texts } = useTexts()
  const textOf = useFilterText()
  return (
    <ul className={styles.examples} aria-label={texts.examples}>
      <li>
        <ButtonLink
          size="small"
          to={{ pathname: PATHS.search, search: writeSearch({ text: texts.exampleTopic, by: 'topic' }) }}
        >
          {texts.topic(texts.exampleTopic)}
        </ButtonLink>
      </li>
      {EXAMPLES.map(({ kind, value, ranges }) => (
        <li key={value}>
          <ButtonLink
            size="small"
            to={{ pathname: PATHS.search, search: writeSearch({ [kind]: [value], ranges: [ranges] }) }}
          >
            {[
              textOf({ kind, value, key: value }),
              textOf({ kind: 'ranges', value: ranges, key: ranges }),
            ].join(', ')}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}

/** The address of a video: the server finds its channel, if the catalogue has it. */
const VIDEO = /youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:watch|shorts|live|embed|v)\b/i

/** That nothing was found, and what to do about it: search on, or ask for less. */
function NothingFound({
  search,
  groups: { shown: results },
  onStart,
  onOpenPanel,
  onForgotten,
}: ResultsViewProps) {
  const { search: texts, savedSearches } = useTexts()
  const { language } = useLanguage()
  const textOf = useFilterText()
  const title = totalOf(results, texts, language)
  if (search.fresh !== null) {
    const { nothingNew, nothingNewText } = savedSearches
    return <EmptyState drawing="nothing" title={nothingNew} text={nothingNewText} />
  }
  if (results.hasMore) {
    return (
      <EmptyState drawing="nothing" title={title} text={texts.emptySoFarText}>
        <Button isBusy={results.more === 'loading'} onClick={results.loadMore}>
          {texts.searchOn}
        </Button>
      </EmptyState>
    )
  }
  const filters = shownFilters(search, search.text)
  const textAdvice = VIDEO.test(search.text)
    ? texts.emptyVideoText
    : search.by === 'topic'
      ? texts.emptyTopicText
      : texts.emptyNameText
  const advice = [search.text !== '' && textAdvice, filters.length > 0 && texts.emptyFilterText]
  const drop = ({ kind, value }: ChosenFilter) => {
    // The button disappears, and the focus with it.
    onForgotten()
    onStart(without(filtersOf(search), kind, value))
  }
  return (
    <EmptyState drawing="nothing" title={title} text={advice.filter(Boolean).join(' ')}>
      {filters.length === 0 ? (
        <Button icon="filters" onClick={onOpenPanel}>
          {texts.browse}
        </Button>
      ) : (
        filters.map((filter) => (
          <Button
            key={filter.key}
            size="small"
            icon="cross"
            aria-label={texts.searchWithout(textOf(filter))}
            onClick={() => drop(filter)}
          >
            {textOf(filter)}
          </Button>
        ))
      )}
    </EmptyState>
  )
}

function LoadingCard({ isByMatch }: { readonly isByMatch: boolean }) {
  return (
    <div className={styles.loadingCard}>
      <ResultCard channel={null} place={1} isByMatch={isByMatch}>
        <RevealPanel channel={null} />
      </ResultCard>
    </div>
  )
}

interface LoadingViewProps extends Pick<Search, 'view'> {
  /** Of a text, in two groups. */
  readonly isGrouped: boolean
  readonly isByMatch: boolean
}

function LoadingView({ isByMatch, isGrouped, view }: LoadingViewProps) {
  return (
    <div className={styles.loading}>
      <div className={classNames(styles.headPlace, isGrouped && styles.grouped)} />
      {view === 'table' ? (
        <CardBeside card={<LoadingCard isByMatch={isByMatch} />}>
          <ResultTableSkeleton rows={SKELETON_ROWS} />
        </CardBeside>
      ) : (
        <>
          <LoadingCard isByMatch={isByMatch} />
          <div className={styles.furtherPlace} />
          <ChannelRowSkeletons hasPlace rows={SKELETON_ROWS} />
        </>
      )}
    </div>
  )
}
