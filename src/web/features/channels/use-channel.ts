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
      const handles = ['not_found', 'too_many_requests'] as const
      return (await call('GET /channels/{channelId}/videos', { params: { channelId }, handles, signal })).data
    },
    enabled: isWanted,
    networkMode: 'always',
  })
  return { ...query, callError: query.error instanceof CallError ? query.error : null }
}

/** Reports that a channel still publishes; shows what the platform says to that. */
export async function reportAlive(channelId: string) {
  const { data } = await call('POST /channels/{channelId}/alive', { params: { channelId } })
  const { lastUploadAt, uploadsCheckedAt } = data
  queryClient.setQueryData<ChannelFacts>(
    channelKey(channelId),
    (facts) => facts && { ...facts, channel: { ...facts.channel, lastUploadAt, uploadsCheckedAt } },
  )
  // The report may have brought more than the date.
  void queryClient.invalidateQueries({ queryKey: channelKey(channelId) })
  return data
}
