import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** Sends the link that deletes the account to an address. The person is notified of the result. */
export function useDeletionLink(onSent?: () => void) {
  const { accounts, profile } = useTexts()
  return useAction({
    mutationFn: (email: string) =>
      call('POST /verification/{action}', {
        params: { action: 'delete' },
        body: { email },
        handles: ['too_many_requests'],
      }),
    meta: {
      subject: 'deletion',
      success: ({ data }) =>
        data.isUserExists
          ? { kind: 'info', text: accounts.login.linkSent }
          : { kind: 'error', text: profile.deletion.noAccount },
      failure: accounts.results.wrong,
    },
    onSuccess: () => onSent?.(),
  })
}
