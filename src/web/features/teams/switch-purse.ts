import { useAction } from '#web/kit/actions/use-action.ts'
import { call, refreshSession } from '#web/kit/api/call.ts'
import { enterSession } from '#web/kit/api/session.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** Goes over to the purse of a team, or to the person's own: from then on it pays, and the page shows what it has. */
export function useSwitch() {
  const { purse } = useTexts().teams
  return useAction({
    mutationFn: async (teamId: number | null) =>
      (await call('GET /cookie', { team: teamId, handles: 'all' })).data,
    meta: {
      subject: 'purse',
      success: ({ holder }) => (holder.kind === 'team' ? purse.chosen(holder.name) : purse.chosenOwn),
      failure: (error, describe) => (error.code === 'forbidden' ? purse.lost : describe(error, purse.failed)),
    },
    onSuccess: enterSession,
    async onError({ code }) {
      // The list of teams is older than the removal.
      if (code === 'forbidden') await refreshSession()
    },
  })
}
