import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface DeletionLink {
  readonly isBusy: boolean
  /** @returns whether the call succeeded; the person is notified either way */
  readonly send: (email: string) => Promise<boolean>
}

/** Sends the link that deletes the account. */
export function useDeletionLink(): DeletionLink {
  const { accounts, profile } = useTexts()
  const { isBusy, run } = useAction({ subject: 'deletion', failure: accounts.results.wrong })
  const send = async (email: string): Promise<boolean> => {
    const ask = () =>
      call('POST /verification/{action}', {
        params: { action: 'delete' },
        body: { email },
        handles: ['too_many_requests'],
      })
    const { isDone } = await run(ask, {
      success: ({ data }) =>
        data.isUserExists
          ? { kind: 'info', text: accounts.login.linkSent }
          : { kind: 'error', text: profile.deletion.noAccount },
    })
    return isDone
  }
  return { isBusy, send }
}
