import { useQuery } from '@tanstack/react-query'
import { type Answer, CallError, call } from '#web/kit/api/call.ts'

export type ChannelFacts = Answer<'GET /channels/{channelId}'>['data']
export type Channel = ChannelFacts['channel']
export type ChannelVideos = Answer<'GET /channels/{channelId}/videos'>['data']

/** What is known about a channel; the same for everybody. */
export function useChannel(channelId: string) {
  const query = useQuery({
    queryKey: ['channel', channelId],
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
