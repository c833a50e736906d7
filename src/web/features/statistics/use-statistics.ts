import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#web/kit/api/Queries.tsx'
import { type Answer, CallError, call } from '#web/kit/api/call.ts'
import { getSession, onSessionChange, useSession } from '#web/kit/api/session.ts'

const KEY = 'statistics'

export type FollowedVideo = Answer<'GET /statistics'>['data'][number]
export type History = Answer<'GET /statistics/{videoId}'>['data']

/** Days of both ends, `YYYY-MM-DD`; null is the end of what is kept. */
export interface DayRange {
  readonly from: string | null
  readonly to: string | null
}

/** The videos that the person follows. */
export function useFollowedVideos() {
  const userId = useSession().userData?.userInformation.user_id ?? 0
  const query = useQuery({
    queryKey: [KEY, userId, 'followed'],
    queryFn: ({ signal }) => call('GET /statistics', { signal }),
    enabled: userId !== 0,
    staleTime: 0,
  })
  return { ...query, callError: query.error instanceof CallError ? query.error : null }
}

/** A video's daily numbers; with another range the last ones stay until the new ones are here. */
export function useHistory(videoId: string | null, { from, to }: DayRange) {
  const userId = useSession().userData?.userInformation.user_id ?? 0
  return useQuery({
    queryKey: [KEY, userId, 'history', videoId, from, to],
    queryFn: ({ signal }) =>
      call('GET /statistics/{videoId}', {
        params: { videoId: videoId ?? '' },
        query: { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) },
        handles: ['not_found'],
        signal,
      }),
    enabled: userId !== 0 && videoId !== null,
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[3] === videoId ? last : undefined),
  })
}

/** Fetches anew what is shown of statistics. */
export function refetchStatistics(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [KEY] })
}

// Nothing of a person stays when they are gone.
onSessionChange(() => {
  if (getSession().status === 'out') queryClient.removeQueries({ queryKey: [KEY] })
})
