import { PATHS } from '#shared/paths.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { call } from '#web/kit/api/call.ts'
import { leaveSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Actions, Lead, Stack } from '#web/kit/components/layout.tsx'

interface ConfirmDeletionProps {
  /** From the mailed link. */
  readonly token: string
  readonly onDeleted: () => void
  /** The link was used, or has expired. */
  readonly onRefused: () => void
}

/** Says what is deleted and what stays, and deletes the account after confirmation. */
export function ConfirmDeletion({ token, onDeleted, onRefused }: ConfirmDeletionProps) {
  const { accounts, profile } = useTexts()
  const { deletion } = profile
  const { isBusy, run } = useAction({
    subject: 'deletion',
    failure: (error, describe) =>
      error.code === 'wrong_token' ? null : describe(error, accounts.results.wrong),
  })
  const remove = () =>
    run(() => call('DELETE /delete', { body: { token }, handles: ['too_many_requests'] }), {
      onDone: () => {
        leaveSession()
        onDeleted()
      },
      onFailed: ({ code }) => {
        if (code === 'wrong_token') onRefused()
      },
    })
  return (
    <>
      <Stack gap={3}>
        <p>{deletion.gone}</p>
        <Lead>{deletion.kept}</Lead>
      </Stack>
      <Actions>
        <Button look="accent" isBusy={isBusy} onClick={() => void remove()}>
          {deletion.confirm}
        </Button>
        <ButtonLink to={PATHS.search}>{deletion.keep}</ButtonLink>
      </Actions>
    </>
  )
}
