import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Actions, PageScaffold } from '#web/kit/components/layout.tsx'
import { LogInPrompt } from '#web/features/accounts/LogInPrompt.tsx'
import { askOperatorAgain } from './console-data.ts'
import { useConsoleTexts } from './console-texts.ts'

/** The link of the first start makes whoever opens it the owner. */
export function FirstOwner({ token }: { readonly token: string }) {
  const { first } = useConsoleTexts()
  const { status } = useSession()
  const claim = useAction({
    mutationFn: () => call('POST /operator/first', { body: { token }, handles: 'all', team: null }),
    meta: { subject: 'owner', failure: first.ended },
    onSuccess: askOperatorAgain,
  })
  return (
    <PageScaffold kind="form" width={36} title={first.title} lead={first.lead}>
      {status === 'in' ? (
        <Actions>
          <Button look="accent" isBusy={claim.isPending} onClick={() => claim.mutate()}>
            {first.take}
          </Button>
        </Actions>
      ) : (
        <LogInPrompt text={first.logIn} />
      )}
    </PageScaffold>
  )
}
