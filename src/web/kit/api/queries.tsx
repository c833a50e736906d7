import { notifyManager, QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mutationCache } from '#web/kit/actions/mutation-cache.ts'
import { CallError } from './call.ts'
import { onLogout, purseSwitches } from './session.ts'

// What was pressed shows at once.
notifyManager.setScheduler(queueMicrotask)

/** Fetched data, cached for the whole visit. Failures are shown rather than silently retried. */
export const queryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false },
    // Without a connection they fail at once. What was sent may be a password, so that nothing of it stays.
    mutations: { retry: false, networkMode: 'always', gcTime: 1_000 },
  },
})

// Whatever was fetched for one purse is another thing for the next.
purseSwitches.subscribe(() => queryClient.removeQueries())

/** Nothing of a person stays after the session ends. @param keys first parts of query keys */
export function forgetOnLogout(...keys: readonly string[]): void {
  onLogout(() => {
    for (const key of keys) queryClient.removeQueries({ queryKey: [key] })
  })
}

/** Gives pages that list fetched data their cache. It belongs to those pages, so that others load without it. */
export function Queries({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

interface Page<Item, Meta> {
  readonly data: readonly Item[]
  readonly meta: Meta & { readonly nextCursor: string | null }
}

/** The loaded part of a list that is fetched page by page. */
export interface Pages<Item, Meta> {
  /** Null until the first page has loaded. */
  readonly items: readonly Item[] | null
  /** What the first page says about the whole list. */
  readonly meta: Meta | null
  /** Why the last request failed; null when it succeeded. */
  readonly error: CallError | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
  readonly retry: () => void
}

interface PagesOptions<Item, Meta> {
  readonly queryKey: readonly unknown[]
  /** @param cursor of the page, or nothing for the first */
  readonly fetchPage: (cursor: { readonly cursor?: string }, signal: AbortSignal) => Promise<Page<Item, Meta>>
  /** In ms; without it, every visit asks again. */
  readonly staleTime?: number
  readonly gcTime?: number
}

export function usePages<Item, Meta>({
  queryKey,
  fetchPage,
  ...keeping
}: PagesOptions<Item, Meta>): Pages<Item, Meta> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    // Every visit shows the current state; without a connection it says so instead of waiting.
    staleTime: 0,
    networkMode: 'always',
    ...keeping,
  })
  const pages = query.data?.pages
  return {
    items: pages?.flatMap(({ data }) => data) ?? null,
    meta: pages?.[0]?.meta ?? null,
    error: query.error instanceof CallError ? query.error : null,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  }
}
