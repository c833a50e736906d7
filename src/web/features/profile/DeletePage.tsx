import { useState } from 'react'
import { PATHS } from '#shared/paths.ts'
import { AccountCard } from '#web/features/accounts/AccountCard.tsx'
import { useLinkAction } from '#web/kit/actions/use-link-action.ts'
import { call } from '#web/kit/api/call.ts'
import { leaveSession, useSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Actions, FocusedHeading, Lead, Stack } from '#web/kit/components/layout.tsx'
import { ResultScreen } from '#web/kit/components/ResultScreen.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLinkToken } from '#web/kit/links/use-link-token.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Queries } from '#web/kit/api/queries.tsx'
import { useLosses } from './use-losses.ts'
import { useDeletionLink } from './use-deletion-link.ts'

/** The destination of the mailed link. Opening it deletes nothing: the button does. */
export function DeletePage() {
  const { deletion } = useTexts().profile
  const token = useLinkToken()
  const [outcome, setOutcome] = useState<'deleted' | 'refused' | null>(null)
  return (
    <>
      <PageHead title={deletion.title} page="delete" />
      {outcome === 'deleted' ? (
        <ResultScreen emoji="👋" tab={deletion.title} title={deletion.done} text={deletion.doneText} />
      ) : token === null || outcome === 'refused' ? (
        <DeadDeletionLink isIncomplete={token === null} />
      ) : (
        <AccountCard title={deletion.title} heading={<h2>{deletion.question}</h2>}>
          <Queries>
            <ConfirmDeletion
              token={token}
              onDeleted={() => setOutcome('deleted')}
              onRefused={() => setOutcome('refused')}
            />
          </Queries>
        </AccountCard>
      )}
    </>
  )
}

interface ConfirmDeletionProps {
  /** From the mailed link. */
  readonly token: string
  readonly onDeleted: () => void
  /** The link was used, or has expired. */
  readonly onRefused: () => void
}

/** Says what is deleted and what stays, and deletes the account after confirmation. */
function ConfirmDeletion({ token, onDeleted, onRefused }: ConfirmDeletionProps) {
  const { accounts, profile, teams } = useTexts()
  const { deletion } = profile
  const { userData } = useSession()
  const losses = useLosses(userData?.userInformation.user_id ?? null)
  const { isPending, mutate: remove } = useLinkAction({
    mutationFn: () => call('DELETE /delete', { body: { token }, handles: ['too_many_requests'] }),
    meta: { subject: 'deletion', failure: accounts.results.wrong },
    onSuccess() {
      leaveSession()
      onDeleted()
    },
    onDead: onRefused,
  })
  return (
    <>
      <Stack gap={3}>
        {losses !== null && (
          <p>
            <strong>{losses}</strong>
          </p>
        )}
        <p>{deletion.gone}</p>
        {userData !== null && userData.teams.length > 0 && <p>{teams.deletion}</p>}
        <Lead>{deletion.kept}</Lead>
      </Stack>
      <Actions>
        <Button look="accent" isBusy={isPending} onClick={() => remove()}>
          {deletion.confirm}
        </Button>
        <ButtonLink to={PATHS.search}>{deletion.keep}</ButtonLink>
      </Actions>
    </>
  )
}

/** Shown for a link without a token, or with one that no longer works. */
function DeadDeletionLink({ isIncomplete }: { readonly isIncomplete: boolean }) {
  const { accounts, common, errors, profile } = useTexts()
  const { deletion } = profile
  const { userData } = useSession()
  const { isPending, mutate: send } = useDeletionLink()
  return (
    <AccountCard
      title={deletion.title}
      heading={
        isIncomplete ? <h2>{deletion.lostLink}</h2> : <FocusedHeading>{deletion.deadLink}</FocusedHeading>
      }
    >
      <Stack gap={3}>
        <p>{isIncomplete ? deletion.lostLinkText : errors.wrong_token}</p>
        {userData === null && <Lead>{isIncomplete ? deletion.askAgain : deletion.deadLinkText}</Lead>}
      </Stack>
      <Actions>
        {userData === null ? (
          <ButtonLink look="ink" to={PATHS.login} state={{ from: PATHS.profile }}>
            {common.logIn}
          </ButtonLink>
        ) : (
          <Button look="ink" isBusy={isPending} onClick={() => send(userData.userInformation.email)}>
            {accounts.newPassword.sendLink}
          </Button>
        )}
        <ButtonLink to={PATHS.search}>{common.toSearch}</ButtonLink>
      </Actions>
    </AccountCard>
  )
}
