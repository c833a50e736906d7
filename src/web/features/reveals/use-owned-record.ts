import { useQuery } from '@tanstack/react-query'
import { SESSION_PURCHASES_MAX } from '#shared/rules/bounds.ts'
import { call } from '#web/kit/api/call.ts'
import { useSession } from '#web/kit/api/session.ts'
import type { PurchaseRecord } from './record-purchase.ts'

interface OwnedRecord {
  readonly record: PurchaseRecord | undefined
  /** False while it is being fetched. */
  readonly isKnown: boolean
}

/** First part of the query keys of single records. */
export const OWNED_KEY = 'owned'

/**
 * The person's record of a channel. The session holds the newest ones; when there are more, the channel's record is
 * fetched.
 */
export function useOwnedRecord(channelId: string): OwnedRecord {
  const { userData, answered } = useSession()
  const known = userData?.channels.find((record) => record.channelId === channelId)
  const isAsked =
    answered !== null && known === undefined && answered.channels.length >= SESSION_PURCHASES_MAX
  const { data, isPending } = useQuery({
    queryKey: [OWNED_KEY, userData?.userInformation.user_id, channelId],
    queryFn: async ({ signal }) =>
      (await call('GET /purchases', { query: { channelId }, handles: ['too_many_requests'], signal })).data,
    enabled: isAsked,
    // A purchase may be removed between two visits.
    staleTime: 0,
    gcTime: 0,
  })
  return { record: known ?? (isAsked ? data?.[0] : undefined), isKnown: !isAsked || !isPending }
}
