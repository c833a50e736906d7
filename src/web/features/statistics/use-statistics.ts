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

const HANDLES = ['not_found', 'unavailable', 'provider_failed'] as const

/** Stops following a video; one that is no longer followed is fine. */
export async function stopFollowing(videoId: string): Promise<void> {
  try {
    await call('DELETE /statistics/{videoId}', { params: { videoId }, handles: ['not_found'] })
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'not_found')) throw error
  }
}

/** Follows a video again; what was kept of it is still there. */
export async function refollow({ channel_name, channelId, videoId }: FollowedVideo): Promise<void> {
  await call('POST /video', { body: { channel_name, channelId, videoName: videoId }, handles: HANDLES })
}

/** Has the platform asked for a video's numbers as they are now. */
export async function refreshVideo({ channel_name, channelId, videoId }: FollowedVideo): Promise<void> {
  await call('POST /analitics', { body: { channel_name, channelId, videoId }, handles: HANDLES })
}
