import { useQuery } from '@tanstack/react-query'
import { SESSION_PURCHASES_MAX } from '#shared/rules/limits.ts'
import { call } from '#web/call.ts'
import { type PurchaseRecord, useSession } from '#web/session.ts'

interface OwnedRecord {
  readonly record: PurchaseRecord | undefined
  /** False while it is being asked for. */
  readonly isKnown: boolean
}

/** The person's record of a channel. The session brings the newest; whoever has more is asked about the channel alone. */
export function useOwnedRecord(channelId: string): OwnedRecord {
  const { userData } = useSession()
  const channels = userData?.channels ?? []
  const known = channels.find((record) => record.channelId === channelId)
  const isAsked = known === undefined && channels.length >= SESSION_PURCHASES_MAX
  const { data, isPending } = useQuery({
    queryKey: ['owned', userData?.userInformation.user_id, channelId],
    queryFn: async ({ signal }) =>
      (await call('GET /purchases', { query: { channelId }, handles: ['too_many_requests'], signal })).data,
    enabled: isAsked,
    // A purchase may be removed between two looks.
    staleTime: 0,
    gcTime: 0,
  })
  return { record: known ?? (isAsked ? data?.[0] : undefined), isKnown: !isAsked || !isPending }
}
