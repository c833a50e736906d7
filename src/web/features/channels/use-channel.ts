import { useQuery } from '@tanstack/react-query'
import { type Answer, CallError, call } from '#web/kit/api/call.ts'
import { queryClient } from '#web/kit/api/queries.tsx'

export type ChannelFacts = Answer<'GET /channels/{channelId}'>['data']
export type Channel = ChannelFacts['channel']
export type ChannelVideos = Answer<'GET /channels/{channelId}/videos'>['data']

function channelKey(channelId: string): readonly string[] {
  return ['channel', channelId]
}

/** What is known about a channel; the same for everybody. */
export function useChannel(channelId: string) {
  const query = useQuery({
    queryKey: channelKey(channelId),
    queryFn: async ({ signal }) => {
      const given = { params: { channelId }, handles: ['not_found'] as const, signal }
      return (await call('GET /channels/{channelId}', given)).data
    },
    networkMode: 'always',
  })
  return { ...query, callError: query.error instanceof CallError ? query.error : null }
}

/** A channel's latest videos. The platform's quota is shared by everybody, so they are requested only when they are wanted. */
export function useVideos(channelId: string, isWanted: boolean) {
  const query = useQuery({
    queryKey: ['videos', channelId],
    queryFn: async ({ signal }) => {
      const given = { params: { channelId }, handles: ['not_found', 'too_many_requests'] as const, signal }
      const { data } = await call('GET /channels/{channelId}/videos', given)
      const facts = queryClient.getQueryData<ChannelFacts>(channelKey(channelId))
      if (facts !== undefined && tellsMore(data, facts)) {
        void queryClient.invalidateQueries({ queryKey: channelKey(channelId) })
      }
      return data
    },
    enabled: isWanted,
    networkMode: 'always',
  })
  return { ...query, callError: query.error instanceof CallError ? query.error : null }
}

/**
 * Whether the platform, asked for the videos, has answered more about the channel than the page shows: that nothing new came out
 * is news, too. A list without videos changes nothing that is known.
 */
export function tellsMore(
  { videos, fetchedAt }: Pick<ChannelVideos, 'videos' | 'fetchedAt'>,
  { channel, uploads }: Told,
): boolean {
  if (videos.length === 0) return false
  const time = (instant: string | null) => Date.parse(instant ?? '1970-01-01')
  return (
    uploads.length === 0 ||
    time(fetchedAt) > time(channel.uploadsCheckedAt) ||
    videos.some(({ publishedAt }) => time(publishedAt) > time(channel.lastUploadAt))
  )
}

interface Told extends Pick<ChannelFacts, 'uploads'> {
  readonly channel: Pick<Channel, 'lastUploadAt' | 'uploadsCheckedAt'>
}
