import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface DeletionLink {
  readonly isBusy: boolean
  /** The person is notified of the result. @param onSent runs after success */
  readonly send: (email: string, onSent?: () => void) => Promise<void>
}

/** Sends the link that deletes the account. */
export function useDeletionLink(): DeletionLink {
  const { accounts, profile } = useTexts()
  const { isBusy, run } = useAction({ subject: 'deletion', failure: accounts.results.wrong })
  const send: DeletionLink['send'] = async (email, onSent) => {
    const ask = () =>
      call('POST /verification/{action}', {
        params: { action: 'delete' },
        body: { email },
        handles: ['too_many_requests'],
      })
    await run(ask, {
      onDone: () => onSent?.(),
      success: ({ data }) =>
        data.isUserExists
          ? { kind: 'info', text: accounts.login.linkSent }
          : { kind: 'error', text: profile.deletion.noAccount },
    })
  }
  return { isBusy, send }
}
