import { Heading } from '#web/kit/components/layout.tsx'
import { type ReactElement, type ReactNode, useEffect, useRef, useState, ViewTransition } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { RevealPanel } from '#web/features/reveals/RevealPanel.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { ChannelRowSkeletons } from '#web/kit/channel/ChannelRow.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import type { Choice } from './chosen-channels.ts'
import { CardBeside, useIsCardBeside } from './CardBeside.tsx'
import styles from './FoundView.module.css'
import { ResultCard } from './ResultCard.tsx'
import { ResultList, transitionName } from './ResultList.tsx'
import { ResultTable } from './ResultTable.tsx'
import { ResultsHead } from './ResultsHead.tsx'
import { type TableOrder, useTableOrder } from './columns.ts'
import type { Search } from './search-address.ts'
import type { Channel, Results } from './use-results.ts'

interface FoundViewProps {
  readonly search: Search
  readonly results: Results
  readonly choice: Choice
  readonly onRefine: (change: Partial<Search>) => void
  /** Opens a channel's card over the results; null closes it. */
  readonly onOpenCard: (channel: string | null) => void
}

const MORE_SKELETON_ROWS = 3

/** The chosen channel's card, with the further matches under it. */
export function FoundView({ search, results, choice, onRefine, onOpenCard }: FoundViewProps) {
  const { search: texts } = useTexts()
  const { channels, state } = results
  const chosen = channels.find(({ channelId }) => channelId === search.channel) ?? channels[0]
  const [picked, setPicked] = useState<Picked | null>(null)
  const sortBy = (sort: Pick<Search, 'sort' | 'seed'>) => onRefine({ ...sort, pages: 1, channel: null })
  const order = useTableOrder(search, results.by, (sort) => sortBy({ sort, seed: search.seed }))
  const isBeside = useIsCardBeside()
  if (chosen === undefined) return null
  // The results are from another search than the current one: for viewing only.
  const isOutdated = state === 'old'
  const isTable = search.view === 'table'
  const choose = ({ channelId }: Channel) => {
    if (isTable && !isBeside) return onOpenCard(channelId)
    // Beside the table the card follows the row, and the focus stays with the row until it is pressed again.
    if (!isTable || channelId === chosen.channelId) setPicked({ id: channelId })
    onRefine({ channel: channelId === channels[0]?.channelId ? null : channelId })
  }
  const cardOf = (channel: Channel) => (
    <CardPlace key={channel.channelId} picked={channel.channelId === picked?.id ? picked : null}>
      <ResultCard
        channel={channel}
        place={channels.indexOf(channel) + 1}
        isByMatch={search.sort === 'relevance'}
      >
        <RevealPanel channel={channel} />
      </ResultCard>
    </CardPlace>
  )
  const loadMore = () => {
    results.loadMore()
    onRefine({ pages: results.loaded + 1 })
  }
  return (
    <div className={classNames(styles.found, isOutdated && styles.old)}>
      <ResultsHead
        search={search}
        results={results}
        order={isTable ? order : null}
        onSort={sortBy}
        onView={(view) => onRefine({ view, ...(!isBeside && { channel: null }) })}
      />
      {isTable ? (
        <TableAndCard
          {...{ search, results, choice, order, chosen, cardOf, isOutdated }}
          onPages={(pages) => onRefine({ pages })}
          onShow={choose}
          onClose={() => onOpenCard(null)}
        />
      ) : (
        <>
          <div className={styles.card} key={channels[0]?.channelId} inert={isOutdated}>
            <ViewTransition
              key={chosen.channelId}
              name={transitionName(chosen.channelId)}
              default="none"
              share="auto"
              exit="auto"
            >
              {cardOf(chosen)}
            </ViewTransition>
          </div>
          {channels.length > 1 && (
            <section className={styles.further} aria-labelledby="further-matches" inert={isOutdated}>
              <Heading id="further-matches" isSmall>
                {texts.further}
              </Heading>
              <ResultList channels={channels} chosenId={chosen.channelId} onChoose={choose} />
            </section>
          )}
        </>
      )}
      <div inert={isOutdated}>
        <More results={results} isTable={isTable} onMore={loadMore} />
      </div>
    </div>
  )
}

interface TableAndCardProps extends Pick<FoundViewProps, 'search' | 'results' | 'choice'> {
  readonly order: TableOrder
  /** The channel on the card. */
  readonly chosen: Channel
  readonly cardOf: (channel: Channel) => ReactElement
  readonly isOutdated: boolean
  readonly onPages: (pages: number) => void
  readonly onShow: (channel: Channel) => void
  readonly onClose: () => void
}

/** The table, with the card of one row beside it, or over it as a sheet. */
function TableAndCard(props: TableAndCardProps) {
  const { search, results, choice, order, chosen, cardOf, isOutdated, onPages, onShow, onClose } = props
  const { search: texts, common } = useTexts()
  const isBeside = useIsCardBeside()
  const isOpen = !isBeside && search.channel === chosen.channelId
  // The sheet keeps its card while it leaves.
  const [onSheet, setOnSheet] = useState(chosen)
  if (isOpen && chosen !== onSheet) setOnSheet(chosen)
  return (
    <>
      <CardBeside card={<div inert={isOutdated}>{cardOf(chosen)}</div>}>
        <ResultTable
          results={results}
          shownId={isBeside || isOpen ? chosen.channelId : null}
          order={order}
          choice={choice}
          onPages={onPages}
          isOutdated={isOutdated}
          onShow={onShow}
        />
      </CardBeside>
      <VisuallyHidden>
        <span role="status">{search.channel !== null && texts.onCard(chosen.channel_name)}</span>
      </VisuallyHidden>
      {!isBeside && (
        <Dialog
          title={onSheet.channel_name}
          isTitleHidden
          place="bottom"
          closeLabel={common.close}
          isOpen={isOpen}
          onClose={onClose}
        >
          {cardOf(onSheet)}
        </Dialog>
      )}
    </>
  )
}

/** A press on a channel's row; each press is a new object. */
interface Picked {
  readonly id: string
}

interface CardPlaceProps {
  /** The press that chose this channel, if one did: the focus follows each of them. */
  readonly picked: Picked | null
  readonly children: ReactNode
}

function CardPlace({ picked, children }: CardPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (picked === null) return
    place.current?.querySelector('h2')?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [picked])
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
  if (!results.hasMore) {
    return (
      // Takes the focus of the pressed button, which is gone.
      <p className={styles.end} tabIndex={-1} ref={wasAsked ? takeFocus : null}>
        {results.isCutOff ? search.endCutOff : search.end}
      </p>
    )
  }
  const isLoading = results.more === 'loading'
  const hasFailed = results.more === 'error'
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
            {!isTable && <ChannelRowSkeletons hasPlace rows={MORE_SKELETON_ROWS} />}
          </>
        )}
      </div>
      <div className={styles.more}>
        {hasFailed && <p role="alert">{search.errorTitle}</p>}
        <Button isBusy={isLoading} onClick={hasFailed ? results.retry : ask}>
          {hasFailed ? common.retry : search.more}
        </Button>
      </div>
    </>
  )
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
