import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyGiven, DataOf } from '#shared/api/contract.ts'
import type { FeatureName } from '#shared/rules/feedback.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { forgetOnLogout, queryClient } from '#web/kit/api/queries.tsx'
import { call } from '#web/kit/api/call.ts'
import { getSession, useSession } from '#web/kit/api/session.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface Vote {
  readonly results: ReadonlyMap<FeatureName, number>
  /** Null before the person has voted, and until that is known. */
  readonly ownVote: FeatureName | null
  /** The feature whose vote is being sent. */
  readonly busyWith: FeatureName | null
  /** Voted on this visit. */
  readonly justVoted: boolean
  /** State of the person's own vote; voting needs `ready`. */
  readonly state: 'loading' | 'error' | 'ready'
  readonly retry: () => void
  readonly cast: (feature: FeatureName) => void
}

const KEY = 'vote'

/** The votes so far, and the person's own. @param isEnabled whether the person may vote; others do not fetch the results */
export function useVote(isEnabled: boolean): Vote {
  const { vote: words } = useTexts().feedback
  const queryKey = [KEY, useSession().userData?.userInformation.user_id ?? 0]
  const [justVoted, setJustVoted] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('GET /vote', { signal })).data,
    enabled: isEnabled,
  })

  const { isPending, busyWith, mutate } = useAction({
    mutationFn: (body: BodyGiven<'POST /vote'>) => call('POST /vote', { body }),
    meta: { subject: 'vote', success: words.thanks, failure: words.failed },
    onSuccess(_, { featureName }) {
      // Known without a request; the counts follow.
      queryClient.setQueryData<DataOf<'GET /vote'>>(queryKey, (known) => ({
        results: (known?.results ?? []).map((result) =>
          result.featureName === featureName ? { ...result, votes: result.votes + 1 } : result,
        ),
        ownVote: featureName,
      }))
      setJustVoted(true)
    },
    // After `already_voted`, e.g. from another tab, this shows the vote that counted.
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  })
  const cast = (featureName: FeatureName) => {
    const { userData } = getSession()
    if (userData === null || isPending || data === undefined || data.ownVote !== null) return
    mutate({ featureName, user_id: userData.userInformation.user_id })
  }

  const results = new Map(data?.results.map(({ featureName, votes }) => [featureName, votes]))
  return {
    results,
    ownVote: data?.ownVote ?? null,
    busyWith: busyWith?.featureName ?? null,
    justVoted,
    state: data !== undefined ? 'ready' : isError && !isFetching ? 'error' : 'loading',
    retry: () => void refetch(),
    cast,
  }
}

forgetOnLogout(KEY)
