import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { PAGE_LIMIT } from '#shared/rules/bounds.ts'
import { type ContentType, LONG_INACTIVE_DAYS } from '#shared/rules/filters.ts'
import { type Answer, call } from '#web/kit/api/call.ts'
import { useSession } from '#web/kit/api/session.ts'

// Every visit shows the current list; while it is shown, it stays as it is, whatever is bought or dismissed on it.
const ONE_VISIT = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const

/** What is recommended to the person. */
export function useRecommendations(limit: number): UseQueryResult<Answer<'GET /recommendations'>> {
  const { userData } = useSession()
  return useQuery({
    queryKey: ['recommendations', userData?.userInformation.user_id, limit],
    queryFn: ({ signal }) =>
      call('GET /recommendations', { query: { limit }, handles: ['too_many_requests'], signal }),
    enabled: userData !== null,
    ...ONE_VISIT,
  })
}

/** What the person dismissed before this visit, and perhaps during it. */
export function useDismissed(): UseQueryResult<Answer<'GET /recommendations/dismissed'>> {
  const { userData } = useSession()
  return useQuery({
    queryKey: ['dismissed', userData?.userInformation.user_id],
    queryFn: ({ signal }) =>
      call('GET /recommendations/dismissed', {
        query: { limit: PAGE_LIMIT.max },
        handles: ['too_many_requests'],
        signal,
      }),
    ...ONE_VISIT,
  })
}

/** Channels like another one. */
export function useSimilar(
  channelId: string,
  limit: number,
): UseQueryResult<Answer<'GET /channels/{channelId}/similar'>> {
  const { status, userData } = useSession()
  return useQuery({
    queryKey: ['similar', channelId, limit, userData?.userInformation.user_id],
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

/**
 * The active channels with a contact that have the most subscribers, of one topic or of all. Those of the last topic stay until
 * the next ones are there.
 */
export function usePopular(topic: ContentType | null, limit: number): UseQueryResult<Answer<'POST /filter'>> {
  return useQuery({
    queryKey: ['popular', topic, limit],
    queryFn: ({ signal }) =>
      call('POST /filter', {
        body: {
          content_type: topic,
          hasContact: true,
          hideSilentDays: LONG_INACTIVE_DAYS,
          sort: 'subscribers',
          limit,
        },
        handles: ['too_many_requests'],
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}
