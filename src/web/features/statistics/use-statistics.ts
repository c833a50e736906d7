import { useQuery } from '@tanstack/react-query'
import { accept } from '#web/kit/actions/refusals.ts'
import { forgetOnLogout, queryClient } from '#web/kit/api/queries.tsx'
import { type Answer, call, CallError } from '#web/kit/api/call.ts'
import { useHolderId } from '#web/kit/api/session.ts'

const KEY = 'statistics'

export type FollowedVideo = Answer<'GET /statistics'>['data'][number]
export type Upload = Answer<'GET /uploads'>['data'][number]
export type History = Answer<'GET /statistics/{videoId}'>['data']

/** The first and last day, `YYYY-MM-DD`; null is the limit of the stored numbers. */
export interface DayRange {
  readonly from: string | null
  readonly to: string | null
}

/** The range of all stored days. */
export const EVERYTHING: DayRange = { from: null, to: null }

/** The videos that the person follows. */
export function useFollowedVideos() {
  const holderId = useHolderId() ?? 0
  const query = useQuery({
    queryKey: [KEY, holderId, 'followed'],
    queryFn: ({ signal }) => call('GET /statistics', { signal }),
    enabled: holderId !== 0,
    staleTime: 0,
  })
  return { ...query, callError: query.error instanceof CallError ? query.error : null }
}

/** The platform's quota is shared by all people, so an answer is kept for a while. */
const UPLOADS_MS = 600_000

/** A channel's newest videos, or those that a text fits. @param text '' for the newest; null asks nothing */
export function useUploads(channelId: string, text: string | null) {
  const holderId = useHolderId() ?? 0
  return useQuery({
    queryKey: ['uploads', holderId, channelId, text],
    queryFn: async ({ signal }) => {
      const query = { channelId, ...(text === '' || text === null ? {} : { text }) }
      return (await call('GET /uploads', { query, handles: HANDLES, signal })).data
    },
    enabled: holderId !== 0 && text !== null,
    staleTime: UPLOADS_MS,
    networkMode: 'always',
  })
}

/** A video's daily numbers; after a change of range the previous ones stay until the new ones have loaded. */
export function useHistory(videoId: string | null, { from, to }: DayRange) {
  const holderId = useHolderId() ?? 0
  return useQuery({
    queryKey: [KEY, holderId, 'history', videoId, from, to],
    queryFn: ({ signal }) =>
      call('GET /statistics/{videoId}', {
        params: { videoId: videoId ?? '' },
        query: { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) },
        handles: ['not_found'],
        signal,
      }),
    enabled: holderId !== 0 && videoId !== null,
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[3] === videoId ? last : undefined),
  })
}

/** Refetches the shown statistics. */
export function refetchStatistics(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [KEY] })
}

forgetOnLogout(KEY, 'uploads')

const HANDLES = ['not_found', 'unavailable', 'provider_failed'] as const

/** Stops following a video; succeeds if it is no longer followed. */
export async function stopFollowing(videoId: string): Promise<void> {
  const stop = call('DELETE /statistics/{videoId}', { params: { videoId }, handles: ['not_found'] })
  await stop.catch(accept('not_found'))
}

/** Follows a video of a bought channel. */
export function followVideo(
  { channel_name, channelId }: Pick<FollowedVideo, 'channel_name' | 'channelId'>,
  videoId: string,
) {
  return call('POST /video', { body: { channel_name, channelId, videoName: videoId }, handles: HANDLES })
}

/** Follows a video again; its stored numbers still exist, its mark is set again. */
export async function refollow(video: FollowedVideo): Promise<void> {
  const { videoId, advertisedOn } = video
  await followVideo(video, videoId)
  if (advertisedOn !== null) await markAdvertisement(videoId, advertisedOn)
}

/** Marks the day of the advertisement in a followed video; null removes the mark. */
export async function markAdvertisement(videoId: string, advertisedOn: string | null): Promise<void> {
  await call('PUT /statistics/{videoId}', {
    params: { videoId },
    body: { advertisedOn },
    handles: ['not_found'],
  })
}

/** Fetches a video's current numbers from the platform. */
export async function refreshVideo({ channel_name, channelId, videoId }: FollowedVideo): Promise<void> {
  await call('POST /analitics', { body: { channel_name, channelId, videoId }, handles: HANDLES })
}

/**
 * Whether the channel's id on the platform is known. For other channels the API uses our own number, and no platform id
 * consists of digits alone.
 */
export function isOnPlatform(channelId: string): boolean {
  return !/^\d+$/.test(channelId)
}
