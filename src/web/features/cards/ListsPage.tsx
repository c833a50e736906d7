import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { LogInPrompt } from '#web/features/accounts/LogInPrompt.tsx'
import { Queries } from '#web/kit/api/queries.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { Select } from '#web/kit/components/forms.tsx'
import { Heading, Line, Links, PageScaffold, Stack } from '#web/kit/components/layout.tsx'
import { EmptyState, LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { CardDialog } from './CardDialog.tsx'
import { CardTable, useCardColumns } from './CardTable.tsx'
import { type CardRecord, type ListRecord, useLists, usePeople, useToday } from './card-records.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { ListView } from './ListView.tsx'
import { ConflictDialog, useCardChanges, useUndoKey } from './use-card-changes.tsx'

/** The channels in a person's or a team's hands, by list, and what is due today. */
export function ListsPage() {
  const { cards: texts } = useTexts()
  const { status } = useSession()
  return (
    <Queries>
      <PageHead title={texts.title} description={texts.description} page="lists" />
      <PageScaffold kind="list" gap={5} title={texts.title}>
        {status === 'restoring' && <Skeleton height="24rem" />}
        {status === 'out' && <LogInPrompt text={texts.visitorText} />}
        {status === 'in' && (
          <>
            <FirstSteps />
            <Lists />
          </>
        )}
      </PageScaffold>
    </Queries>
  )
}

const TODAY = 'today'
/** As many lists stand beside each other; more are in a choice. */
const TABS_MAX = 6

function Lists() {
  const [params] = useSearchParams()
  const { data: lists = [] } = useLists()
  const wanted = params.get('list')
  const list = lists.find(({ listId }) => String(listId) === wanted) ?? null
  usePreparedToasts()
  useUndoKey()
  return (
    <>
      <ListTabs lists={lists} current={wanted} />
      {wanted === TODAY ? <Today /> : <ListView key={wanted} listId={Number(wanted) || null} list={list} />}
    </>
  )
}

interface ListTabsProps {
  readonly lists: readonly ListRecord[]
  /** As in the address. */
  readonly current: string | null
}

function ListTabs({ lists, current }: ListTabsProps) {
  const { cards: texts } = useTexts()
  const { language } = useLanguage()
  const [, setParams] = useSearchParams()
  const due = useToday().groups?.reduce((sum, { cards }) => sum + cards.length, 0) ?? 0
  const nameOf = ({ name, count }: ListRecord) => `${name} (${formatNumber(count, language)})`
  const tabs = [
    { key: TODAY, text: due === 0 ? texts.today : `${texts.today} (${formatNumber(due, language)})` },
    { key: null, text: texts.all },
    ...(lists.length > TABS_MAX
      ? []
      : lists.map((list) => ({ key: String(list.listId), text: nameOf(list) }))),
  ]
  return (
    <Line gap={5}>
      <nav aria-label={texts.title}>
        <Links look="tabs">
          {tabs.map(({ key, text }) => (
            <li key={key}>
              <Link
                to={{ pathname: PATHS.lists, search: key === null ? '' : `?list=${key}` }}
                aria-current={key === current ? 'page' : undefined}
              >
                {text}
              </Link>
            </li>
          ))}
        </Links>
      </nav>
      {lists.length > TABS_MAX && (
        <Select
          label={texts.list}
          value={current ?? ''}
          options={[
            { value: '', text: texts.chooseList },
            ...lists.map((list) => ({ value: String(list.listId), text: nameOf(list) })),
          ]}
          onChange={(list) => setParams(list === '' ? {} : { list })}
        />
      )}
    </Line>
  )
}

/** What is due, by the person in charge; what is overdue comes first. */
function Today() {
  const { cards: texts } = useTexts()
  const { groups, callError, refetch } = useToday()
  const all = groups?.flatMap(({ cards }) => cards) ?? []
  const people = usePeople(all)
  const { change } = useCardChanges(people)
  const [openId, setOpenId] = useState<string | null>(null)
  const columns = useCardColumns({
    hasOwner: false,
    change,
    onOpen: (card: CardRecord) => setOpenId(card.channelId),
  })
  if (groups === undefined) {
    if (callError === null) return <Skeleton height="16rem" />
    return <LoadFailure code={callError.code} title={texts.failed} onRetry={() => void refetch()} />
  }
  return (
    <>
      {groups.length === 0 && (
        <EmptyState drawing="drawer" title={texts.nothingDue} text={texts.nothingDueText}>
          <ButtonLink look="ink" to={PATHS.lists}>
            {texts.all}
          </ButtonLink>
        </EmptyState>
      )}
      {groups.map(({ owner, cards }) => {
        const name = owner?.username ?? texts.nobody
        return (
          <Stack key={name} gap={2}>
            {people.length > 1 && <Heading isSmall>{name}</Heading>}
            <CardTable label={name} cards={cards} columns={columns} />
          </Stack>
        )
      })}
      <CardDialog
        card={all.find(({ channelId }) => channelId === openId) ?? null}
        people={people}
        change={change}
        onClose={() => setOpenId(null)}
      />
      <ConflictDialog people={people} />
    </>
  )
}
