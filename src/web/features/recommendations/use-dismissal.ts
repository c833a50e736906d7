import { useState } from 'react'
import { accept } from '#web/kit/actions/refusals.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface Dismissal {
  readonly isDismissed: boolean
  /** The last press is being stored. */
  readonly isPending: boolean
  /** Dismisses the channel, or takes that back. */
  readonly set: (isDismissed: boolean) => void
}

/** Whether the person wants to see a recommended channel: shown at once, and taken back if it cannot be stored. */
export function useDismissal(channelId: string, name: string): Dismissal {
  const { recommendations: texts } = useTexts()
  const [isDismissed, setDismissed] = useState(false)
  const { isPending, mutate: set } = useAction({
    async mutationFn(wanted: boolean) {
      const given = { params: { channelId }, handles: ['too_many_requests'] } as const
      const stored = wanted
        ? call('PUT /recommendations/dismissed/{channelId}', given)
        : call('DELETE /recommendations/dismissed/{channelId}', given)
      // A channel that is gone is recommended to nobody.
      await stored.catch(accept('not_found'))
    },
    meta: {
      subject: `dismissed-${channelId}`,
      failure: (error, describe, wanted) =>
        describe(error, (wanted ? texts.dismissFailed : texts.undoFailed)(name)),
    },
    onMutate: setDismissed,
    onError: (_, wanted) => setDismissed(!wanted),
  })
  return { isDismissed, isPending, set }
}
