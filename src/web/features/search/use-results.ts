import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Answer, CallError, call } from '#web/kit/api/call.ts'
import { parseInactiveDays, SUBSCRIBER_RANGES } from '#shared/rules/filters.ts'
import { isEmptySearch, type Search } from './search-address.ts'

export type ChannelPage = Answer<'POST /filter'>
export type Channel = ChannelPage['data'][number]

/** One page of a search's results. @param cursor `meta.nextCursor` of the previous page, null for the first */
function fetchChannels(search: Search, cursor: string | null, signal: AbortSignal): Promise<ChannelPage> {
  const { text, types, audiences, ranges, inactivity, sort, seed } = search
  const body = {
    content_type: types.length === 0 ? null : [...types],
    ageGroup: audiences.length === 0 ? null : [...audiences],
    subsRanges: ranges.length === 0 ? null : ranges.map(boundsOf),
    hideSilentDays: parseInactiveDays(inactivity[0] ?? ''),
    seed: sort === 'shuffle' ? seed : null,
    cursor,
  }
  if (text !== '') return call('POST /search', { body: { ...body, mainInputValue: text, sort }, signal })
  return call('POST /filter', {
    body: { ...body, sort: sort === 'relevance' ? 'subscribers' : sort },
    signal,
  })
}

function boundsOf(label: Search['ranges'][number]): [number, number | null] {
  const range = SUBSCRIBER_RANGES.find((known) => known.label === label)
  if (range === undefined) throw new Error(`No range is called ${label}`)
  return [range.min, range.max]
}

/** A search's results as shown. */
export interface Results {
  readonly channels: readonly Channel[]
  readonly total: number | null
  readonly totalIsCapped: boolean
  /** How many pages of this search have loaded. */
  readonly loaded: number
  readonly hasMore: boolean
  /** `old` results stay until the new ones have loaded. */
  readonly state: 'none' | 'loading' | 'old' | 'ready' | 'error' | 'offline'
  readonly more: 'idle' | 'loading' | 'error'
  readonly error: CallError | null
  readonly loadMore: () => void
  readonly retry: () => void
}

/** Follows a search: fetches its pages, and cancels requests that a newer search has replaced. */
export function useResults(search: Search): Results {
  const { text, types, audiences, ranges, inactivity, sort, seed, pages } = search
  const isEmpty = isEmptySearch(search)
  // Results that were cleared, or replaced by an error, do not return while another search is loading.
  const [isShown, setShown] = useState(false)
  const query = useInfiniteQuery({
    queryKey: ['channels', { text, types, audiences, ranges, inactivity, sort, seed }],
    queryFn: ({ pageParam, signal }) => fetchChannels(search, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.meta.nextCursor,
    enabled: !isEmpty,
    placeholderData: (before) => (isShown ? before : undefined),
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
  const isMoreWanted = loaded > 0 && loaded < pages && hasNextPage
  useEffect(() => {
    if (isMoreWanted && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isMoreWanted, isFetching, isFetchNextPageError, fetchNextPage])

  const state = stateOf({ isEmpty, ...query })
  const isShownNow = state === 'ready' || state === 'old'
  if (isShownNow !== isShown) setShown(isShownNow)
  const shown = isEmpty ? undefined : data
  const last = shown?.pages.at(-1)
  return {
    channels: uniqueChannels(shown),
    total: shown?.pages[0]?.meta.total ?? null,
    totalIsCapped: shown?.pages[0]?.meta.totalIsCapped ?? false,
    loaded,
    hasMore: last !== undefined && last.meta.nextCursor !== null,
    state,
    more: isFetchNextPageError ? 'error' : isMoreWanted || isFetchingNextPage ? 'loading' : 'idle',
    error: query.error instanceof CallError ? query.error : null,
    loadMore: () => {
      if (loaded > 0 && !isFetchingNextPage) void fetchNextPage()
    },
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}

interface QueryState {
  readonly isEmpty: boolean
  readonly isPending: boolean
  readonly isPlaceholderData: boolean
  readonly isError: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
  readonly error: Error | null
}

function stateOf(query: QueryState): Results['state'] {
  if (query.isEmpty) return 'none'
  if (query.isError && !query.isFetchNextPageError) {
    return query.error instanceof CallError && query.error.code === 'offline' ? 'offline' : 'error'
  }
  const isWaiting = query.isPending || query.isPlaceholderData
  if (isWaiting && query.fetchStatus === 'paused') return 'offline'
  if (query.isPending) return 'loading'
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
