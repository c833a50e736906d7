import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CallError, call } from '#web/call.ts'
import { type PurchaseRecord, useSession } from '#web/session.ts'
import { type PurchasePages, purchasesKey } from './purchase-cache.ts'

const PAGE = 50
const WAITS_MAX = 5

/** The person's purchases as far as they are loaded. */
export interface Purchases {
  /** Newest first. */
  readonly records: readonly PurchaseRecord[]
  /** How many there are, loaded or not. */
  readonly total: number
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** Why the last request failed; null when it did not. */
  readonly error: CallError | null
  readonly loadMore: () => void
  readonly retry: () => void
}

/** Fetches purchases page by page. Until the first page is here, those that came with the session stand in. */
export function usePurchases({ isAllWanted }: { readonly isAllWanted: boolean }): Purchases {
  const { userData } = useSession()
  const query = useInfiniteQuery({
    queryKey: purchasesKey(userData?.userInformation.user_id ?? 0),
    queryFn: ({ pageParam, signal }) =>
      call('GET /purchases', {
        query: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        handles: ['too_many_requests'],
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.meta.nextCursor,
    enabled: userData !== null,
    // Every visit begins with the first page as it is now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing all pages after each would take longer than fetching them.
    structuralSharing: false,
    // Whoever has very many waits for the limit instead of seeing it.
    retry: (count, error) => count < WAITS_MAX && waitOf(error) !== null,
    retryDelay: (_, error) => (waitOf(error) ?? 0) * 1000,
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (isAllWanted && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isAllWanted, hasNextPage, isFetching, isError, fetchNextPage])

  const known = userData?.channels ?? []
  return {
    records: recordsOf(query.data) ?? known.slice(0, PAGE),
    total: query.data?.pages.at(-1)?.meta.total ?? known.length,
    hasMore: hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    error: query.error instanceof CallError ? query.error : null,
    loadMore: () => {
      if (hasNextPage && !isFetching && !isError) void fetchNextPage()
    },
    retry: () => void retry(query),
  }
}

function retry(query: UseInfiniteQueryResult<PurchasePages>): Promise<unknown> {
  return query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()
}

/** Pages overlap when a purchase was deleted between two requests; each shows once. */
function recordsOf(data: PurchasePages | undefined): readonly PurchaseRecord[] | null {
  if (data === undefined) return null
  return [
    ...new Map(
      data.pages.flatMap((page) => page.data.map((record) => [record.transaction_id, record])),
    ).values(),
  ]
}

/** Seconds until a limit is open again; null for every other failure. */
function waitOf(error: Error): number | null {
  return error instanceof CallError && error.code === 'too_many_requests' ? error.retryAfter : null
}
