import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { CARD_PAGE } from '#shared/rules/cards.ts'
import { useOwnedRecords } from '#web/features/reveals/purchase-records.ts'
import { type Answer, call, CallError } from '#web/kit/api/call.ts'
import { forgetOnLogout, queryClient } from '#web/kit/api/queries.tsx'
import { onLogout, useSession } from '#web/kit/api/session.ts'
import { createStore, useStore } from '#web/kit/stores/store.ts'

export type CardRecord = Answer<'GET /cards'>['data'][number]
export type ListRecord = Answer<'GET /lists'>['data'][number]
export type Person = NonNullable<CardRecord['owner']>

/** First part of all query keys here. */
const KEY = 'cards'
forgetOnLogout(KEY)

/** Asks anew once contacts of these cards were bought on this page. */
export function useNewPurchases(cards: readonly CardRecord[]): void {
  const open = cards.filter(({ isBought }) => !isBought)
  const { records } = useOwnedRecords(open.map(({ channelId }) => channelId))
  const isNews = open.some(({ channelId }) => records.has(channelId))
  useEffect(() => {
    if (isNews) void refreshCards()
  }, [isNews])
}

/** Asks anew for lists and cards, e.g. after channels were put into a list. */
export function refreshCards(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [KEY] })
}

/** What `PATCH` changes of a card, and what it answers with it. */
export type Noted = Pick<
  CardRecord,
  'stage' | 'note' | 'tags' | 'nextStepOn' | 'price' | 'owner' | 'version' | 'changedAt' | 'changedBy'
>

/** What changes made on this page have left on cards, by channel: everything that shows a card shows it. */
const noted = createStore<ReadonlyMap<string, Noted>>(new Map())

onLogout(() => noted.set(new Map()))

export function showNoted(cards: ReadonlyMap<string, Noted>): void {
  noted.set(new Map([...noted.get(), ...cards]))
}

/** The card with what is known of it later than its answer. */
export function withNoted(card: CardRecord, known = noted.get()): CardRecord {
  const own = known.get(card.channelId)
  if (own === undefined || own.version < card.version) return card
  const { stage, note, tags, nextStepOn, price, owner, version, changedAt, changedBy } = own
  return { ...card, stage, note, tags, nextStepOn, price, owner, version, changedAt, changedBy }
}

function useNoted(cards: readonly CardRecord[]): readonly CardRecord[] {
  const known = useStore(noted)
  return useMemo(
    () => (known.size === 0 ? cards : cards.map((card) => withNoted(card, known))),
    [cards, known],
  )
}

const NONE: readonly CardRecord[] = []
/** The first page fills a screen, so that it arrives soon. */
const FIRST_PAGE = 200

/** All cards, or those of a list, page by page; those that have arrived can be worked with. */
export function useCards(list: number | null) {
  const query = useInfiniteQuery({
    queryKey: [KEY, 'of', list],
    queryFn: ({ pageParam, signal }) =>
      call('GET /cards', {
        query: {
          ...(list !== null && { list }),
          ...(pageParam === null ? { limit: FIRST_PAGE } : { cursor: pageParam, limit: CARD_PAGE.max }),
        },
        handles: ['too_many_requests'],
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    staleTime: 0,
    gcTime: 0,
    // Comparing thousands of cards would take longer than drawing those in sight.
    structuralSharing: false,
    networkMode: 'always',
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const cards = useMemo(
    () => [
      // A card that is added meanwhile moves the others to the next page.
      ...new Map(data?.pages.flatMap((page) => page.data.map((card) => [card.channelId, card]))).values(),
    ],
    [data],
  )
  return {
    cards: useNoted(cards),
    isLoading: data === undefined && !isError,
    total: data?.pages.at(-1)?.meta.total ?? 0,
    isComplete: data !== undefined && !hasNextPage,
    error: query.error instanceof CallError ? query.error : null,
    retry: () => void (data === undefined ? query.refetch() : fetchNextPage()),
  }
}

/** The cards of these channels, as far as there are any; nothing for visitors. */
export function useCardsOf(channelIds: readonly string[]): readonly CardRecord[] {
  const { status } = useSession()
  const { data = NONE } = useQuery({
    queryKey: [KEY, 'channels', ...channelIds],
    queryFn: async ({ signal }) =>
      (await call('GET /cards', { query: { channelId: channelIds.join(',') }, handles: 'all', signal })).data,
    enabled: status === 'in' && channelIds.length > 0,
    staleTime: 0,
  })
  return useNoted(data)
}

/** What is due, by the person in charge. */
export function useToday() {
  const query = useQuery({
    queryKey: [KEY, 'today'],
    queryFn: ({ signal }) => call('GET /cards/today', { handles: 'all', signal }),
    staleTime: 0,
    networkMode: 'always',
  })
  const known = useStore(noted)
  const groups = query.data?.data.map(({ owner, cards }) => ({
    owner,
    cards: cards.map((card) => withNoted(card, known)),
  }))
  return { ...query, groups, callError: query.error instanceof CallError ? query.error : null }
}

export function useLists() {
  const { status } = useSession()
  return useQuery({
    queryKey: [KEY, 'lists'],
    queryFn: async ({ signal }) => (await call('GET /lists', { handles: 'all', signal })).data,
    enabled: status === 'in',
    staleTime: 0,
    networkMode: 'always',
  })
}

/** Who may be in charge: the members of the team, or the person alone, and whoever stands on the cards. */
export function usePeople(cards: readonly CardRecord[]): readonly Person[] {
  const { userData } = useSession()
  const teamId = userData?.holder.teamId ?? null
  const { data: team } = useQuery({
    queryKey: [KEY, 'team', teamId],
    queryFn: async ({ signal }) =>
      (await call('GET /teams/{teamId}', { params: { teamId: teamId ?? 0 }, handles: 'all', signal })).data,
    enabled: teamId !== null,
  })
  return useMemo(() => {
    const own = userData?.userInformation
    const self = own === undefined ? [] : [{ userId: own.user_id, username: own.username }]
    const members = team?.members.map(({ memberId, name }) => ({ userId: memberId, username: name })) ?? []
    const all = [...cards.flatMap(({ owner }) => owner ?? []), ...members, ...self]
    return [...new Map(all.map((one) => [one.userId, one])).values()].toSorted((one, other) =>
      one.username.localeCompare(other.username),
    )
  }, [cards, userData, team])
}
