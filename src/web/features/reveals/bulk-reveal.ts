import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '#shared/api/contract.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { forgetOnLogout, queryClient } from '#web/kit/api/queries.tsx'
import { clearOnLogout, useSession } from '#web/kit/api/session.ts'
import { keptInTab } from '#web/kit/stores/storage.ts'
import { createStore } from '#web/kit/stores/store.ts'

export type Quote = DataOf<'POST /reveals/quote'>
export type BulkReveal = DataOf<'GET /reveals/{jobId}'>

/** The bulk reveal that this tab follows to its end; kept through a reload. */
export const followed = createStore<string | null>(null, {
  in: keptInTab('bulkReveal'),
  parse: (text) => text,
  format: (jobId) => jobId,
})

clearOnLogout(followed, 'bulkRevealOfPerson')

const QUOTE_KEY = 'reveal-quote'
const KEY = 'bulk-reveal'
forgetOnLogout(QUOTE_KEY, KEY)

/** Quotes are valid for 10 minutes: one that is looked at for longer is replaced in time. */
const REQUOTE_MS = 9 * 60_000
const POLL_MS = 700

/** What revealing channels costs; nothing is asked for none. */
export function useQuote(channelIds: readonly string[]) {
  return useQuery({
    queryKey: [QUOTE_KEY, ...channelIds],
    queryFn: async ({ signal }) => {
      const body = { channelIds: [...channelIds] }
      return (await call('POST /reveals/quote', { body, handles: ['too_many_requests'], signal })).data
    },
    enabled: channelIds.length > 0,
    // Each opening of the dialog asks anew.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REQUOTE_MS,
  })
}

/** How far a bulk reveal has come. */
export function useBulkReveal(jobId: string | null) {
  const { status } = useSession()
  const query = useQuery({
    queryKey: [KEY, jobId],
    queryFn: async ({ signal }) => {
      const params = { jobId: jobId ?? '' }
      return (await call('GET /reveals/{jobId}', { params, handles: 'all', signal })).data
    },
    enabled: jobId !== null && status === 'in',
    refetchInterval: ({ state: { data, error } }) =>
      isUnknown(error) || (data !== undefined && data.state !== 'running') ? false : POLL_MS,
  })
  return { ...query, isUnknown: isUnknown(query.error) }
}

/** It is too old, or somebody else's. */
function isUnknown(error: Error | null): boolean {
  return error instanceof CallError && error.code === 'not_found'
}

/** Shows a bulk reveal as an answer has it. */
export function setBulkReveal(jobId: string, progress: BulkReveal): void {
  queryClient.setQueryData([KEY, jobId], progress)
}
