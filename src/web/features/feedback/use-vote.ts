import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '#shared/api/contract.ts'
import type { FeatureName } from '#shared/rules/features.ts'
import { queryClient } from '#web/kit/api/Queries.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { getSession, onSessionChange, useSession } from '#web/kit/api/session.ts'
import { showToast } from '#web/kit/toasts/toasts.ts'

interface Vote {
  readonly results: ReadonlyMap<FeatureName, number>
  /** Null before the person voted, and until that is known. */
  readonly ownVote: FeatureName | null
  /** The feature that the vote is on its way for. */
  readonly isBusy: FeatureName | null
  /** On this visit. */
  readonly justVoted: boolean
  /** What is known of the own vote; nobody votes before. */
  readonly state: 'loading' | 'error' | 'ready'
  readonly retry: () => void
  readonly cast: (feature: FeatureName) => Promise<void>
}

const KEY = 'vote'

/** The votes so far, and the person's own. @param isEnabled whether the person may vote; others need not know the results */
export function useVote(isEnabled: boolean): Vote {
  const { feedback, common } = useTexts()
  const queryKey = [KEY, useSession().userData?.userInformation.user_id ?? 0]
  const [isBusy, setIsBusy] = useState<FeatureName | null>(null)
  const [justVoted, setJustVoted] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('GET /vote', { signal })).data,
    enabled: isEnabled,
  })

  const cast = async (featureName: FeatureName): Promise<void> => {
    const { userData } = getSession()
    if (userData === null || isBusy !== null || data === undefined || data.ownVote !== null) return
    setIsBusy(featureName)
    try {
      await call('POST /vote', { body: { featureName, user_id: userData.userInformation.user_id } })
      // Known without asking; the counts follow.
      queryClient.setQueryData<DataOf<'GET /vote'>>(queryKey, (known) => ({
        results: (known?.results ?? []).map((result) =>
          result.featureName === featureName ? { ...result, votes: result.votes + 1 } : result,
        ),
        ownVote: featureName,
      }))
      setJustVoted(true)
      void showToast({ kind: 'success', text: feedback.vote.thanks, id: 'vote' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const text = error.code === 'offline' ? common.offline : feedback.vote.failed
      void showToast({ kind: 'error', text, id: 'vote', reason: error })
    } finally {
      setIsBusy(null)
    }
    // After `already_voted`, from another tab perhaps, this shows the vote that counted.
    await queryClient.invalidateQueries({ queryKey })
  }

  const results = new Map(data?.results.map(({ featureName, votes }) => [featureName, votes]))
  return {
    results,
    ownVote: data?.ownVote ?? null,
    isBusy,
    justVoted,
    state: data !== undefined ? 'ready' : isError && !isFetching ? 'error' : 'loading',
    retry: () => void refetch(),
    cast,
  }
}

// Nothing of a person stays when they are gone.
onSessionChange(() => {
  if (getSession().status === 'out') queryClient.removeQueries({ queryKey: [KEY] })
})
