import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { call, CallError } from '#web/kit/api/call.ts'
import { useHolderId, useSession } from '#web/kit/api/session.ts'
import { type PurchasePages, type PurchaseRecord, purchasesKey } from './purchase-records.ts'

const PAGE = 50
const WAITS_MAX = 5

/** The loaded part of the person's purchases. */
export interface Purchases {
  /** Newest first. While all are being fetched it grows in a few large steps: each step costs as much as all earlier ones. */
  readonly records: readonly PurchaseRecord[]
  /** How many have been fetched. */
  readonly loaded: number
  /** How many exist, loaded or not. */
  readonly total: number
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** Why the last request failed; null when it succeeded. */
  readonly error: CallError | null
  readonly loadMore: () => void
  readonly retry: () => void
}

/** Fetches purchases page by page. Until the first page has loaded, the session's purchases are shown. */
export function usePurchases({ isAllWanted }: { readonly isAllWanted: boolean }): Purchases {
  const { userData } = useSession()
  const holderId = useHolderId()
  const query = useInfiniteQuery({
    queryKey: purchasesKey(holderId ?? 0),
    queryFn: ({ pageParam, signal }) =>
      call('GET /purchases', {
        query: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        handles: ['too_many_requests'],
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.meta.nextCursor,
    enabled: userData !== null,
    // Every visit starts with the current first page.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing all pages after each one would take longer than fetching them.
    structuralSharing: false,
    // A person with very many purchases waits for the limit instead of seeing it.
    retry: (count, error) => count < WAITS_MAX && waitOf(error) !== null,
    retryDelay: (_, error) => (waitOf(error) ?? 0) * 1000,
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (isAllWanted && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isAllWanted, hasNextPage, isFetching, isError, fetchNextPage])

  const known = userData?.channels
  const pages = query.data?.pages
  const fetched = useSettledPages(pages, isAllWanted && hasNextPage && !isError)
  const records = useMemo(() => recordsOf(fetched) ?? known?.slice(0, PAGE) ?? [], [fetched, known])
  return {
    records,
    loaded: pages?.reduce((sum, page) => sum + page.data.length, 0) ?? records.length,
    total: pages?.at(-1)?.meta.total ?? known?.length ?? 0,
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

type Pages = PurchasePages['pages'] | undefined

/** The same object while the pages are unchanged; while more are loading, it changes only when their number has doubled. */
function useSettledPages(pages: Pages, isGrowing: boolean): Pages {
  const [settled, setSettled] = useState(pages)
  const count = pages?.length ?? 0
  const wanted = isGrowing && count > 0 ? pages?.slice(0, 2 ** Math.floor(Math.log2(count))) : pages
  const isSame =
    settled?.length === wanted?.length && wanted?.every((page, place) => page === settled?.[place]) !== false
  if (!isSame) setSettled(wanted)
  return isSame ? settled : wanted
}

/** Pages overlap when a purchase was deleted between two requests; each record appears once. */
function recordsOf(pages: Pages): readonly PurchaseRecord[] | null {
  if (pages === undefined) return null
  return [
    ...new Map(pages.flatMap((page) => page.data.map((record) => [record.transaction_id, record]))).values(),
  ]
}

/** Seconds until a limit allows calls again; null for every other failure. */
function waitOf(error: Error): number | null {
  return error instanceof CallError && error.code === 'too_many_requests' ? error.retryAfter : null
}
