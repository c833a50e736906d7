import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Language } from '#shared/i18n/messages.ts'
import { type ContentType, LONG_INACTIVE_DAYS } from '#shared/rules/filters.ts'
import { type Answer, call } from '#web/kit/api/call.ts'
import { type Pages, queryClient, usePages } from '#web/kit/api/queries.tsx'
import { useHolderId, useSession } from '#web/kit/api/session.ts'

const RECOMMENDED = 'recommendations'

// Every visit shows the current list; while it is shown, it stays as it is, whatever is bought or dismissed on it.
const ONE_VISIT = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const

/** What is recommended to the person. */
export function useRecommendations(limit: number): UseQueryResult<Answer<'GET /recommendations'>> {
  const holderId = useHolderId()
  return useQuery({
    queryKey: [RECOMMENDED, holderId, limit],
    queryFn: ({ signal }) =>
      call('GET /recommendations', { query: { limit }, handles: ['too_many_requests'], signal }),
    enabled: holderId !== null,
    ...ONE_VISIT,
  })
}

const DISMISSED = 'dismissed'
const DISMISSED_PAGE = 20

type Dismissed = Answer<'GET /recommendations/dismissed'>

/** What the person has dismissed, the last one first. */
export function useDismissed(): Pages<Dismissed['data'][number], Omit<Dismissed['meta'], 'nextCursor'>> {
  const holderId = useHolderId()
  return usePages({
    queryKey: [DISMISSED, holderId],
    fetchPage: (cursor, signal) =>
      call('GET /recommendations/dismissed', {
        query: { limit: DISMISSED_PAGE, ...cursor },
        handles: ['too_many_requests'],
        signal,
      }),
    ...ONE_VISIT,
  })
}

/** Asks again for what is recommended, and for what is dismissed. */
export async function refreshRecommendations(): Promise<void> {
  await Promise.all([RECOMMENDED, DISMISSED].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}

/** Channels like another one. */
export function useSimilar(
  channelId: string,
  limit: number,
): UseQueryResult<Answer<'GET /channels/{channelId}/similar'>> {
  const { status } = useSession()
  const holderId = useHolderId()
  return useQuery({
    queryKey: ['similar', channelId, limit, holderId],
    queryFn: ({ signal }) =>
      call('GET /channels/{channelId}/similar', {
        params: { channelId },
        query: { limit },
        handles: 'all',
        signal,
      }),
    // Those that the person has bought are left out.
    enabled: status !== 'restoring',
  })
}

interface Popular {
  /** Null for all. */
  readonly type: ContentType | null
  /** Null for all. */
  readonly language: Language | null
  readonly limit: number
}

/**
 * The active channels with a contact that have the most subscribers: in a language, or in all when there are none in it. Those of the
 * last choice stay until the next ones are there.
 */
export function usePopular({ type, language, limit }: Popular) {
  const inLanguage = usePopularIn({ type, language, limit }, true)
  const isNoneInLanguage =
    language !== null && !inLanguage.isPlaceholderData && inLanguage.data?.data.length === 0
  const inAll = usePopularIn({ type, language: null, limit }, isNoneInLanguage)
  return { ...(isNoneInLanguage ? inAll : inLanguage), isNoneInLanguage }
}

function usePopularIn(
  { type, language, limit }: Popular,
  isWanted: boolean,
): UseQueryResult<Answer<'POST /filter'>> {
  return useQuery({
    queryKey: ['popular', type, language, limit],
    queryFn: ({ signal }) =>
      call('POST /filter', {
        body: {
          content_type: type,
          language,
          hasContact: true,
          hideSilentDays: LONG_INACTIVE_DAYS,
          sort: 'subscribers',
          limit,
        },
        handles: ['too_many_requests'],
        signal,
      }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
}
