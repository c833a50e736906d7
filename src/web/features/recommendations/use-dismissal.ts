import { useState } from 'react'
import { accept, useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface Dismissal {
  readonly isDismissed: boolean
  /** The last press is being stored. */
  readonly isBusy: boolean
  /** Dismisses the channel, or takes that back. */
  readonly set: (isDismissed: boolean) => Promise<void>
}

/** Whether the person wants to see a recommended channel: shown at once, and taken back if it cannot be stored. */
export function useDismissal(channelId: string, name: string): Dismissal {
  const { recommendations: texts } = useTexts()
  const [isDismissed, setDismissed] = useState(false)
  const { isBusy, run } = useAction({ subject: `dismissed-${channelId}`, failure: '' })
  const set = async (wanted: boolean) => {
    setDismissed(wanted)
    const given = { params: { channelId }, handles: ['too_many_requests'] } as const
    const store = () =>
      wanted
        ? call('PUT /recommendations/dismissed/{channelId}', given)
        : call('DELETE /recommendations/dismissed/{channelId}', given)
    // A channel that is gone is recommended to nobody.
    await run(() => store().catch(accept('not_found')), {
      failure: (wanted ? texts.dismissFailed : texts.undoFailed)(name),
      // After a failure it may be repeated from the notification.
      onDone: () => setDismissed(wanted),
      onFailed: () => setDismissed(!wanted),
    })
  }
  return { isDismissed, isBusy, set }
}
