import { useState } from 'react'
import { PATHS } from '#shared/paths.ts'
import { useLinkAction } from '#web/kit/actions/use-link-action.ts'
import { call, refreshSession } from '#web/kit/api/call.ts'
import { getSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Actions, FocusedHeading } from '#web/kit/components/layout.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLinkToken } from '#web/kit/links/use-link-token.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { AccountCard } from './AccountCard.tsx'

/** The destination of the link in emails for those who did not ask for them. Opening it ends nothing: the button does. */
export function EndSessionsPage() {
  const { accounts, common } = useTexts()
  const { endSessions } = accounts
  const token = useLinkToken()
  const [outcome, setOutcome] = useState<'done' | 'refused' | null>(null)
  const { isPending, mutate: end } = useLinkAction({
    mutationFn: () => call('PUT /logout', { body: { token: token ?? '' }, handles: ['too_many_requests'] }),
    meta: { subject: 'end-sessions', failure: accounts.results.wrong },
    async onSuccess() {
      setOutcome('done')
      // The email may be another person's than the one who is logged in here.
      if (getSession().status === 'in') await refreshSession()
    },
    onDead: () => setOutcome('refused'),
  })
  const isDead = token === null || outcome === 'refused'
  const [heading, text] =
    outcome === 'done'
      ? [endSessions.done, endSessions.doneText]
      : isDead
        ? [endSessions.dead, endSessions.deadText]
        : [endSessions.question, endSessions.lead]
  return (
    <>
      <PageHead title={endSessions.title} page="endsessions" />
      <AccountCard
        title={endSessions.title}
        heading={outcome === null ? <h2>{heading}</h2> : <FocusedHeading>{heading}</FocusedHeading>}
      >
        <p>{text}</p>
        <Actions>
          {outcome === 'done' ? (
            <ButtonLink to={PATHS.search}>{common.toSearch}</ButtonLink>
          ) : isDead ? (
            <ButtonLink look="accent" to={PATHS.reset}>
              {accounts.newPassword.title}
            </ButtonLink>
          ) : (
            <Button look="accent" isBusy={isPending} onClick={() => end()}>
              {endSessions.confirm}
            </Button>
          )}
        </Actions>
      </AccountCard>
    </>
  )
}
