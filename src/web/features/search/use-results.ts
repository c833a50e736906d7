import { type InfiniteData, onlineManager, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Answer, CallError, call } from '#web/kit/api/call.ts'
import { browserSeed } from './mix-seed.ts'
import { filtersOf } from './filters.ts'
import { filterBody, noteOpened } from './saved-searches.ts'
import { type Filters, type Group, isEmptySearch, type Search } from './search-address.ts'
import { isSeeded } from './write-search.ts'

export type Channel = Answer<'POST /filter'>['data'][number] & {
  /** The words of recent titles that a topic matched. */
  readonly terms?: readonly string[]
}
export interface ChannelPage {
  readonly data: readonly Channel[]
  readonly meta: Answer<'POST /filter'>['meta'] & Partial<Pick<Answer<'POST /topics'>['meta'], 'words'>>
}

/** What a search asks for, whichever part of its results is shown, and how. */
type Asked = Filters &
  Pick<Search, 'text' | 'sort' | 'seed'> & { readonly by: Group; readonly fresh?: number | null }

interface Fetching {
  /** `meta.nextCursor` of the previous page, null for the first. */
  readonly cursor: string | null
  readonly signal: AbortSignal
  /** Nobody looks at these results yet: no refusal leads away from those that are looked at. */
  readonly isAside?: boolean
}

/** One page of a search's results. */
async function fetchChannels(
  search: Asked,
  { cursor, signal, isAside = false }: Fetching,
): Promise<ChannelPage> {
  const { text, by, sort, seed, fresh = null } = search
  const body = { ...filterBody(search), cursor }
  const handling = { signal, ...(isAside && { handles: 'all' as const }) }
  if (fresh !== null) {
    const given = { params: { searchId: fresh }, body: { cursor } }
    const page = await call('POST /searches/{searchId}/new', { ...given, ...handling })
    if (cursor === null) noteOpened()
    return page
  }
  if (text === '') {
    return call('POST /filter', {
      body: { ...body, sort: sort === 'relevance' ? 'mix' : sort, seed },
      ...handling,
    })
  }
  if (by === 'topic') {
    const order = sort === 'subscribers' || sort === 'recent' ? sort : 'relevance'
    return call('POST /topics', { body: { ...body, text, sort: order }, ...handling })
  }
  return call('POST /search', {
    body: { ...body, mainInputValue: text, sort: sort === 'mix' ? 'relevance' : sort, seed },
    ...handling,
  })
}

/** A search's results as shown. */
export interface Results {
  readonly by: Group
  readonly channels: readonly Channel[]
  /** A topic's: some channel has all its words. */
  readonly isWhole: boolean
  readonly total: number | null
  readonly totalIsCapped: boolean
  readonly totalIsEstimate: boolean
  /** How many pages of this search have loaded. */
  readonly loaded: number
  readonly hasMore: boolean
  /** The last page left out names with typing errors: more would match than can be loaded. */
  readonly isCutOff: boolean
  /** `old` results stay until the new ones have loaded. */
  readonly state: 'none' | 'loading' | 'old' | 'ready' | 'error' | 'offline'
  readonly more: 'idle' | 'loading' | 'error'
  /** The server is busy, and the request is about to be repeated. */
  readonly isBusy: boolean
  readonly error: CallError | null
  readonly loadMore: () => void
  readonly retry: () => void
}

/** Pages in a row that ended at the server's bound before the person is asked whether to search on. */
const PARTIAL_IN_A_ROW = 4
const RETRIES = 2
/** A server that asks for more patience is not merely busy. */
const LONGEST_WAIT_S = 10
/** Keeps those who were refused together from coming back together. */
const SPREAD_MS = 1_000

interface Following {
  /** False while the search waits for its turn. */
  readonly isWanted?: boolean
  /** Nobody looks at these results yet. */
  readonly isAside?: boolean
}

/**
 * Follows a search: fetches its pages, repeats those that a busy server refused, and cancels requests that a newer search
 * has replaced.
 */
export function useResults(search: Search, { isWanted = true, isAside = false }: Following = {}): Results {
  const { pages, text, sort } = search
  const by = search.by ?? 'name'
  const isEmpty = isEmptySearch(search)
  // Results that were cleared, or replaced by an error, do not return while another search is loading.
  const [isShown, setShown] = useState(false)
  const seed = isEmpty || search.fresh !== null || !isSeeded(sort) ? null : (search.seed ?? browserSeed())
  const asked: Asked = { ...filtersOf(search), text, by, sort, seed, fresh: search.fresh }
  const query = useInfiniteQuery({
    queryKey: ['channels', asked],
    queryFn: ({ pageParam, signal }) => fetchChannels(asked, { cursor: pageParam, signal, isAside }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.meta.nextCursor,
    enabled: isWanted && !isEmpty,
    placeholderData: (before) => (isShown ? before : undefined),
    retry: (failures, error) => waitOf(error) !== null && failures < RETRIES,
    retryDelay: (_failures, error) => (waitOf(error) ?? 0) * 1_000 + Math.random() * SPREAD_MS,
  })
  const {
    data,
    isPlaceholderData,
    hasNextPage,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = query
  const loaded = isPlaceholderData ? 0 : (data?.pages.length ?? 0)
  const isMoreWanted = loaded > 0 && hasNextPage && (loaded < pages || isCutShort(data?.pages ?? []))
  useEffect(() => {
    if (isMoreWanted && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isMoreWanted, isFetching, isFetchNextPageError, fetchNextPage])

  const hasNone = data?.pages.every((page) => page.data.length === 0) ?? true
  const isGoingOn = isMoreWanted || isFetchingNextPage
  // After that many pages the person decides whether to search on, and what was pressed stays.
  const isStillEmpty = hasNone && isGoingOn && loaded < PARTIAL_IN_A_ROW
  const state = stateOf({ isEmpty, hasNone, isStillEmpty, isOnline: onlineManager.isOnline(), ...query })
  const isShownNow = state === 'ready' || state === 'old'
  if (isShownNow !== isShown) setShown(isShownNow)
  const shown = isEmpty ? undefined : data
  const words = shown?.pages[0]?.meta.words ?? 0
  const last = shown?.pages.at(-1)
  return {
    by,
    channels: uniqueChannels(shown),
    isWhole: words > 0 && (shown?.pages[0]?.data.some(({ terms }) => terms?.length === words) ?? false),
    total: shown?.pages[0]?.meta.total ?? null,
    totalIsCapped: shown?.pages[0]?.meta.totalIsCapped ?? false,
    totalIsEstimate: shown?.pages[0]?.meta.totalIsEstimate ?? false,
    loaded,
    hasMore: last !== undefined && last.meta.nextCursor !== null,
    isCutOff: last !== undefined && last.meta.isPartial && last.meta.nextCursor === null,
    state,
    more: isFetchingNextPage ? 'loading' : isFetchNextPageError ? 'error' : isMoreWanted ? 'loading' : 'idle',
    isBusy: query.fetchStatus !== 'idle' && waitOf(query.failureReason) !== null,
    error: query.error instanceof CallError ? query.error : null,
    loadMore: () => {
      if (loaded > 0 && !isFetchingNextPage) void fetchNextPage()
    },
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}

/** Whether a search finds anything; false until that is known, and for null. */
export function useIsFound(search: Search | null, by: Group = 'name'): boolean {
  const asked: Asked | null =
    search === null ? null : { ...filtersOf(search), text: search.text, by, sort: search.sort, seed: null }
  const { data } = useQuery({
    queryKey: ['is-found', asked],
    queryFn: ({ signal }) => (asked === null ? null : fetchChannels(asked, { cursor: null, signal })),
    enabled: asked !== null,
    retry: false,
  })
  return asked !== null && (data?.data.length ?? 0) > 0
}

/** What a choice of filters would find, before it is shown; null until that is known. */
export function useFound(filters: Filters, { text, by }: Pick<Search, 'text' | 'by'>, isWanted: boolean) {
  const isNone = isEmptySearch({ ...filters, text })
  const asked: Asked = {
    ...filters,
    text,
    by: by ?? 'name',
    sort: text === '' ? 'mix' : 'relevance',
    seed: null,
  }
  const { data } = useQuery({
    queryKey: ['found', asked],
    queryFn: ({ signal }) => fetchChannels(asked, { cursor: null, signal, isAside: true }),
    enabled: isWanted && !isNone,
    retry: false,
  })
  if (data === undefined || isNone) return null
  const { data: channels, meta } = data
  return {
    ...meta,
    channels,
    hasMore: meta.nextCursor !== null,
    isCutOff: meta.isPartial && meta.nextCursor === null,
  }
}

/** For how many seconds a busy server asks to wait; null for every other failure. */
function waitOf(error: Error | null): number | null {
  const seconds = error instanceof CallError && error.code === 'unavailable' ? error.retryAfter : null
  return seconds !== null && seconds <= LONGEST_WAIT_S ? seconds : null
}

/** Whether the last page ended before it was full, and searching on needs no press yet. */
export function isCutShort(
  pages: readonly { readonly meta: Pick<ChannelPage['meta'], 'isPartial'> }[],
): boolean {
  const inARow = pages.length - 1 - pages.findLastIndex(({ meta }) => !meta.isPartial)
  return inARow % PARTIAL_IN_A_ROW > 0
}

interface QueryState {
  readonly isEmpty: boolean
  readonly isOnline: boolean
  readonly hasNone: boolean
  /** No channel has been found yet, and the search goes on. */
  readonly isStillEmpty: boolean
  readonly isPending: boolean
  readonly isPlaceholderData: boolean
  readonly isError: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
  readonly error: Error | null
}

/** What a query's results are for the person who waits for them. */
export function stateOf(query: QueryState): Results['state'] {
  if (query.isEmpty) return 'none'
  // A repetition is under way, and what failed before is forgotten.
  const hasFailed = query.isError && query.fetchStatus !== 'fetching'
  if (hasFailed && (!query.isFetchNextPageError || query.hasNone)) {
    return query.error instanceof CallError && query.error.code === 'offline' ? 'offline' : 'error'
  }
  const isWaiting = query.isPending || query.isPlaceholderData
  // A tab in the background pauses repetitions too.
  if (isWaiting && query.fetchStatus === 'paused' && !query.isOnline) return 'offline'
  if (query.isPending || (query.isStillEmpty && !query.isPlaceholderData)) return 'loading'
  return query.isPlaceholderData ? 'old' : 'ready'
}

/** Pages overlap when channels moved between two requests; each channel appears once. */
function uniqueChannels(data: InfiniteData<ChannelPage> | undefined): readonly Channel[] {
  const byId = new Map<string, Channel>()
  for (const channel of data?.pages.flatMap((page) => page.data) ?? []) {
    if (!byId.has(channel.channelId)) byId.set(channel.channelId, channel)
  }
  return [...byId.values()]
}
