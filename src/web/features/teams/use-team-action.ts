import { useAction } from '#web/kit/actions/use-action.ts'
import { refreshSession } from '#web/kit/api/call.ts'
import { queryClient } from '#web/kit/api/queries.tsx'

interface TeamAction<T, V> {
  readonly mutationFn: (given: V) => Promise<T>
  readonly success: string | ((value: T, given: V) => string)
  readonly failure: string
  /** Called once everything here shows the change. */
  readonly onDone?: () => void
}

/** A change of a team, after which the page shows the teams as they are. What is wrong with a field shows at the field. */
export function useTeamAction<T, V = void>({ mutationFn, success, failure, onDone }: TeamAction<T, V>) {
  return useAction({
    mutationFn,
    meta: {
      subject: 'team',
      success,
      failure: (error, describe) =>
        Object.keys(error.fields).length === 0 ? describe(error, failure) : null,
    },
    async onSuccess() {
      await Promise.all([refreshSession(), queryClient.invalidateQueries({ queryKey: ['teams'] })])
      onDone?.()
    },
  })
}
