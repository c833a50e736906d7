import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '#shared/api/contract.ts'
import { PATHS } from '#shared/paths.ts'
import { shownEmail } from '#shared/rules/email.ts'
import { AccountCard } from '#web/features/accounts/AccountCard.tsx'
import { useLinkAction } from '#web/kit/actions/use-link-action.ts'
import { call, CallError, refreshSession } from '#web/kit/api/call.ts'
import { Queries } from '#web/kit/api/queries.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Actions, FocusedHeading, Lead, Stack } from '#web/kit/components/layout.tsx'
import { useLeavingState } from '#web/kit/links/location-state.ts'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { forgetLinkToken, useKeptLinkToken, useLinkToken } from '#web/kit/links/use-link-token.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** Where the mailed link of an invitation leads. Opening it changes nothing: the button does. */
export function InvitationPage() {
  return (
    <Queries>
      <Invitation token={useKeptLinkToken()} />
    </Queries>
  )
}

function Invitation({ token }: { readonly token: string | null }) {
  const { common, errors, teams } = useTexts()
  const texts = teams.invitation
  const { status, userData } = useSession()
  const leaving = useLeavingState()
  const [outcome, setOutcome] = useState<'joined' | 'dead' | null>(null)
  const { data, isDead, failure } = useLinkFacts('POST /invitations', token)
  const { isPending, mutate: accept } = useLinkAction({
    mutationFn: () =>
      call('PUT /invitations', { body: { token: token ?? '' }, handles: ['too_many_requests'] }),
    meta: { subject: 'invitation', failure: texts.failed },
    async onSuccess() {
      forgetLinkToken()
      await refreshSession()
      setOutcome('joined')
    },
    onDead: () => setOutcome('dead'),
  })
  if (outcome === 'dead' || isDead)
    return <Outcome title={texts.title} heading={texts.dead} text={texts.deadText} />
  if (data === null) return failure
  const { name, invitedBy, email, role } = data
  if (outcome === 'joined')
    return <Outcome title={texts.title} heading={texts.joined(name)} text={texts.joinedText} />
  const own = userData?.userInformation.email
  return (
    <AccountCard title={texts.title} heading={<h2>{texts.heading(name)}</h2>}>
      <PageHead title={texts.title} page="invitation" />
      <Stack gap={3}>
        {invitedBy !== null && <p>{texts.from(invitedBy)}</p>}
        <p>{texts.may[role]}</p>
        <Lead>{`${texts.forAddress(shownEmail(email))} ${texts.own}`}</Lead>
        {own !== undefined && own !== email && (
          <p role="alert">
            <strong>{`${texts.otherAccount(shownEmail(own))} ${errors.other_address}`}</strong>
          </p>
        )}
      </Stack>
      {status === 'out' && (
        <Actions>
          <ButtonLink look="accent" to={PATHS.login} state={leaving}>
            {common.logIn}
          </ButtonLink>
          <ButtonLink to={PATHS.signup} state={leaving}>
            {texts.signUp}
          </ButtonLink>
        </Actions>
      )}
      {own === email && (
        <Actions>
          <Button look="accent" isBusy={isPending} onClick={() => accept()}>
            {texts.accept}
          </Button>
        </Actions>
      )}
    </AccountCard>
  )
}

/** Where the mailed link leads with which an owner hands a team over, or deletes it. */
export function TeamChangePage() {
  return (
    <Queries>
      <TeamChange token={useLinkToken()} />
    </Queries>
  )
}

function TeamChange({ token }: { readonly token: string | null }) {
  const { accounts, teams } = useTexts()
  const texts = teams.change
  const { status } = useSession()
  const [outcome, setOutcome] = useState<'done' | 'dead' | null>(null)
  const { data, isDead, failure } = useLinkFacts('POST /team-changes', token)
  const { isPending, mutate: confirm } = useLinkAction({
    mutationFn: () =>
      call('PUT /team-changes', { body: { token: token ?? '' }, handles: ['too_many_requests'] }),
    meta: { subject: 'team-change', failure: accounts.results.wrong },
    async onSuccess() {
      setOutcome('done')
      if (status === 'in') await refreshSession()
    },
    onDead: () => setOutcome('dead'),
  })
  if (outcome === 'dead' || isDead)
    return <Outcome title={texts.title} heading={texts.dead} text={texts.deadText} />
  if (data === null) return failure
  const isDeletion = data.action === 'delete'
  if (outcome === 'done')
    return (
      <Outcome title={texts.title} heading={isDeletion ? texts.deleted : texts.handedOver} text={data.name} />
    )
  return (
    <AccountCard
      title={texts.title}
      heading={
        <h2>{data.action === 'delete' ? texts.delete(data.name) : texts.handOver(data.name, data.to)}</h2>
      }
    >
      <PageHead title={texts.title} page="teamchange" />
      <p>{isDeletion ? texts.deleteText : texts.handOverText}</p>
      <Actions>
        <Button look="accent" isBusy={isPending} onClick={() => confirm()}>
          {isDeletion ? texts.deleteButton : texts.handOverButton}
        </Button>
      </Actions>
    </AccountCard>
  )
}

/** What a link would do; null until that is known, or with the failure to say. */
function useLinkFacts<K extends 'POST /invitations' | 'POST /team-changes'>(key: K, token: string | null) {
  const { common, errors } = useTexts()
  const { data, error, refetch } = useQuery({
    queryKey: [key, token],
    queryFn: async () =>
      (await call<'POST /invitations' | 'POST /team-changes'>(key, { body: { token: token ?? '' } }))
        .data as DataOf<K>,
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  })
  const code = error instanceof CallError ? error.code : null
  return {
    data: data ?? null,
    isDead: token === null || code === 'wrong_token',
    failure:
      code === null ? null : (
        <LoadFailure
          code={code}
          title={code === 'offline' ? common.offline : errors[code]}
          onRetry={() => void refetch()}
        />
      ),
  }
}

interface OutcomeProps {
  /** Of the page. */
  readonly title: string
  readonly heading: string
  readonly text: string
}

function Outcome({ title, heading, text }: OutcomeProps) {
  const { teams } = useTexts()
  return (
    <AccountCard title={title} heading={<FocusedHeading>{heading}</FocusedHeading>}>
      <PageHead title={title} />
      <p>{text}</p>
      <Actions>
        <ButtonLink to={PATHS.teams}>{teams.toTeams}</ButtonLink>
      </Actions>
    </AccountCard>
  )
}
