import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Stage, STAGES } from '#shared/rules/cards.ts'
import { PATHS } from '#shared/paths.ts'
import { useMay } from '#web/kit/api/rights.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { CheckBox, Field, Segments, Select } from '#web/kit/components/forms.tsx'
import { Line, Note } from '#web/kit/components/layout.tsx'
import { EmptyState, LoadFailure } from '#web/kit/components/states.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { keptInBrowser } from '#web/kit/stores/storage.ts'
import { createStore, useStore } from '#web/kit/stores/store.ts'
import { nextOrder, type Order, orderRows } from '#web/kit/table/order.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { BulkBar } from './BulkBar.tsx'
import { CardBoard } from './CardBoard.tsx'
import { CardDialog } from './CardDialog.tsx'
import { useTodayDate } from './CardParts.tsx'
import { CardTable, useCardColumns } from './CardTable.tsx'
import { type CardRecord, type ListRecord, type Person, useCards, usePeople } from './card-records.ts'
import { ALL_CARDS, type CardFilter, filterCards, selectInPlace } from './filter-cards.ts'
import { ListActions } from './ListActions.tsx'
import styles from './ListView.module.css'
import { ConflictDialog, useCardChanges } from './use-card-changes.tsx'

interface ListViewProps {
  /** Null for all cards. */
  readonly listId: number | null
  /** The list, once it is known. */
  readonly list: ListRecord | null
}

const VIEWS = ['table', 'board'] as const
type View = (typeof VIEWS)[number]

const chosenView = createStore<View>('table', {
  in: keptInBrowser('cardsView'),
  parse: (text) => (text === 'board' ? 'board' : 'table'),
  format: (view) => view,
})

/** The cards of a list, or all: filtered here, as a table or as a board. */
export function ListView({ listId, list }: ListViewProps) {
  const { cards: texts, common } = useTexts()
  const { language } = useLanguage()
  const [filter, setFilter] = useState(ALL_CARDS)
  // Keeps typing quick, however many there are.
  const shownFilter = useDeferredValue(filter)
  const { cards, total, isLoading, isComplete, error, retry } = useCards(listId)
  const people = usePeople(cards)
  const view = useStore(chosenView)
  const mayChange = useMay('purchases:write')
  const { change } = useCardChanges(people)
  const [params, setParams] = useSearchParams()
  const openId = params.get('card')
  const open = useCallback(
    (card: CardRecord | null) =>
      setParams(
        (now) => {
          if (card === null) now.delete('card')
          else now.set('card', card.channelId)
          return now
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  const opened = useMemo(() => cards.find(({ channelId }) => channelId === openId) ?? null, [cards, openId])
  return (
    <>
      <Line gap={4} isSpread>
        <p role="status">
          {!isLoading && <span>{texts.channels(total, formatNumber(total, language))}</span>}
          {!isLoading && !isComplete && error === null && (
            <Note>{`${common.loading} ${formatNumber(cards.length, language)}`}</Note>
          )}
        </p>
        <Line gap={2}>
          {list !== null && mayChange && <ListActions list={list} />}
          <Segments
            isSmall
            label={texts.view}
            value={view}
            options={VIEWS.map((value) => ({ value, text: texts.views[value] }))}
            onChange={chosenView.set}
          />
        </Line>
      </Line>
      {error !== null && <LoadFailure code={error.code} title={texts.failed} onRetry={retry} />}
      {isComplete && cards.length === 0 ? (
        <EmptyState
          drawing="drawer"
          title={listId === null ? texts.emptyTitle : texts.emptyList}
          text={texts.emptyText}
        >
          <ButtonLink look="ink" to={PATHS.search}>
            {common.toSearch}
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <FilterBar filter={filter} onFilter={setFilter} cards={cards} people={people} />
          <Shown
            cards={isLoading ? null : cards}
            filter={shownFilter}
            view={view}
            list={list}
            people={people}
            onOpen={open}
            onShowAll={() => setFilter(ALL_CARDS)}
          />
        </>
      )}
      <CardDialog card={opened} people={people} change={change} onClose={() => open(null)} />
      <ConflictDialog people={people} />
    </>
  )
}

interface ShownProps {
  /** Null while they are loading. */
  readonly cards: readonly CardRecord[] | null
  readonly filter: CardFilter
  readonly view: View
  readonly list: ListRecord | null
  readonly people: readonly Person[]
  readonly onOpen: (card: CardRecord) => void
  readonly onShowAll: () => void
}

const NONE: readonly CardRecord[] = []

/** The cards that a filter leaves. It does not render again while the next letter is typed. */
const Shown = memo(
  function Shown({ cards, filter, view, list, people, onOpen, onShowAll }: ShownProps) {
    const { cards: texts } = useTexts()
    const { language } = useLanguage()
    const today = useTodayDate()
    const { change, changeAll } = useCardChanges(people)
    const [order, setOrder] = useState<Order<string> | null>(null)
    const [selected, select] = useState<ReadonlySet<string>>(new Set())
    const columns = useCardColumns({ hasOwner: people.length > 1, change, onOpen })
    // Another filter, order or view takes into account what has changed.
    const { first } = useMemo(
      () => ({ of: [filter, order, view], first: new Map<string, CardRecord>() }),
      [filter, order, view],
    )
    const rank = columns.find(({ id }) => id === order?.column)?.rank
    const all = cards ?? NONE
    const isDescending = order?.isDescending === true
    const rows =
      view === 'board'
        ? filterCards(all, filter, today)
        : selectInPlace(all, first, (then) => {
            const found = filterCards(then, filter, today)
            return rank === undefined ? found : orderRows(found, rank, { isDescending, language })
          })
    const chosen = all.filter(({ channelId }) => selected.has(channelId))
    if (cards !== null && rows.length === 0) {
      return (
        <EmptyState drawing="nothing" title={texts.nothingFits} role="status">
          <Button onClick={onShowAll}>{texts.showAll}</Button>
        </EmptyState>
      )
    }
    if (view === 'board') return <CardBoard cards={rows} change={change} onOpen={onOpen} />
    return (
      <div>
        <CardTable
          label={list?.name ?? texts.all}
          cards={cards === null ? null : rows}
          columns={columns}
          order={order}
          onOrder={(column) => setOrder(nextOrder(order, column))}
          selection={{
            has: ({ channelId }) => selected.has(channelId),
            set(some, isChosen) {
              const next = new Set(selected)
              for (const { channelId } of some) {
                if (isChosen) next.add(channelId)
                else next.delete(channelId)
              }
              select(next)
            },
            labelOf: ({ channel_name }) => texts.select(channel_name),
            labelOfAll: texts.selectAll,
          }}
        />
        <BulkBar
          cards={chosen}
          list={list}
          people={people}
          onChange={(patch, some = chosen) => changeAll(some, patch)}
          onClear={() => select(new Set())}
        />
      </div>
    )
  },
  // The function that shows all is another each time, and does the same.
  ({ onShowAll: _, ...one }, other) =>
    Object.entries(one).every(([name, value]) => other[name as keyof typeof one] === value),
)

interface FilterBarProps {
  readonly filter: CardFilter
  readonly onFilter: (filter: CardFilter) => void
  readonly cards: readonly CardRecord[]
  readonly people: readonly Person[]
}

const ANY = 'any'

function FilterBar({ filter, onFilter, cards, people }: FilterBarProps) {
  const { cards: texts, purchases } = useTexts()
  const tags = useMemo(() => [...new Set(cards.flatMap((card) => card.tags))].toSorted(), [cards])
  const any = { value: ANY, text: purchases.anyStatus }
  return (
    <search className={styles.filters}>
      <Field
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        value={filter.text}
        autoComplete="off"
        onChange={({ target }) => onFilter({ ...filter, text: target.value })}
      />
      <Line gap={4}>
        <Select
          label={texts.fields.stage}
          value={filter.stage ?? ANY}
          options={[any, ...STAGES.map((stage) => ({ value: stage, text: purchases.statuses[stage] }))]}
          onChange={(stage) => onFilter({ ...filter, stage: stage === ANY ? null : (stage as Stage) })}
        />
        {people.length > 1 && (
          <Select
            label={texts.fields.ownerId}
            value={String(filter.owner ?? ANY)}
            options={[
              any,
              { value: 'none', text: texts.nobody },
              ...people.map(({ userId, username }) => ({ value: String(userId), text: username })),
            ]}
            onChange={(owner) =>
              onFilter({ ...filter, owner: owner === ANY ? null : owner === 'none' ? 'none' : Number(owner) })
            }
          />
        )}
        {tags.length > 0 && (
          <Select
            label={texts.tag}
            value={filter.tag ?? ''}
            options={[{ ...any, value: '' }, ...tags.map((tag) => ({ value: tag, text: tag }))]}
            onChange={(tag) => onFilter({ ...filter, tag: tag === '' ? null : tag })}
          />
        )}
        <CheckBox
          checked={filter.isDue}
          onChange={({ target }) => onFilter({ ...filter, isDue: target.checked })}
        >
          {texts.due}
        </CheckBox>
      </Line>
    </search>
  )
}
