import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { type Answer, CallError, call } from '#web/kit/api/call.ts'
import { useHolderId, useSession } from '#web/kit/api/session.ts'

export type Evidence = Answer<'GET /channels/{channelId}/evidence'>['data']

/** So long a card stays on the screen before anything is asked about it: who flips through cards asks nothing. */
const LOOKED_AT_MS = 300
const FRESH_MS = 300_000

/** What is known of the contact that a channel would be sold with, asked once its place is looked at. */
export function useEvidence(channelId: string, place: RefObject<Element | null>) {
  const { status } = useSession()
  const holderId = useHolderId()
  const isLookedAt = useIsLookedAt(place)
  const query = useQuery({
    // People see a little more than visitors.
    queryKey: ['evidence', channelId, holderId],
    queryFn: async ({ signal }) =>
      (await call('GET /channels/{channelId}/evidence', { params: { channelId }, handles: 'all', signal }))
        .data,
    enabled: isLookedAt && status !== 'restoring',
    staleTime: FRESH_MS,
    networkMode: 'always',
    refetchOnReconnect: true,
  })
  return { ...query, callError: query.error instanceof CallError ? query.error : null }
}

function useIsLookedAt(place: RefObject<Element | null>): boolean {
  const [isLookedAt, setLookedAt] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null || isLookedAt) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer)
      if (entries.at(-1)?.isIntersecting === true) timer = setTimeout(() => setLookedAt(true), LOOKED_AT_MS)
    })
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [place, isLookedAt])
  return isLookedAt
}
