import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '#shared/api/contract.ts'
import { PATHS } from '#shared/paths.ts'
import { AccountCard } from '#web/features/accounts/AccountCard.tsx'
import { LogInPrompt } from '#web/features/accounts/LogInPrompt.tsx'
import { useLinkAction } from '#web/kit/actions/use-link-action.ts'
import { call, CallError, refreshSession } from '#web/kit/api/call.ts'
import { Queries } from '#web/kit/api/queries.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { Actions, FocusedHeading, Lead, PageScaffold, Stack } from '#web/kit/components/layout.tsx'
import { Row, Rows } from '#web/kit/components/lists.tsx'
import { useLeavingState } from '#web/kit/links/location-state.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useKeptLinkToken, useLinkToken } from '#web/kit/links/use-link-token.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** The teams that the person belongs to. */
export function TeamsPage() {
  const { teams } = useTexts()
  const { status, userData } = useSession()
  return (
    <>
      <PageHead title={teams.title} page="teams" />
      <PageScaffold kind="text" title={teams.title}>
        {status === 'out' ? (
          <LogInPrompt text={teams.logIn} />
        ) : userData?.teams.length === 0 ? (
          <p>{teams.none}</p>
        ) : (
          <Rows isBusy={userData === null}>
            {userData?.teams.map(({ teamId, name, role }) => (
              <Row key={teamId} label={name} name={name} details={teams.roles[role]} />
            ))}
          </Rows>
        )}
      </PageScaffold>
    </>
  )
}

/** Where the mailed link of an invitation leads. Opening it changes nothing: the button does. */
export function InvitationPage() {
  return (
    <Queries>
      <Invitation token={useKeptLinkToken()} />
    </Queries>
  )
}

function Invitation({ token }: { readonly token: string | null }) {
  const { teams, common } = useTexts()
  const texts = teams.invitation
  const { status } = useSession()
  const leaving = useLeavingState()
  const [outcome, setOutcome] = useState<'joined' | 'dead' | null>(null)
  const found = useLinkFacts('POST /invitations', token)
  const { isPending, mutate: accept } = useLinkAction({
    mutationFn: () => call('PUT /invitations', { body: { token: token ?? '' }, handles: 'all' }),
    meta: { subject: 'invitation', failure: texts.dead },
    async onSuccess() {
      setOutcome('joined')
      await refreshSession()
    },
    onDead: () => setOutcome('dead'),
  })
  if (outcome === 'dead' || found.isDead)
    return <Outcome title={texts.title} heading={texts.dead} text={texts.deadText} />
  if (outcome === 'joined')
    return <Outcome title={texts.title} heading={teams.title} text={found.data?.name ?? ''} />
  if (found.data === null) return null
  const { name, invitedBy, email, role } = found.data
  return (
    <AccountCard title={texts.title} heading={<h2>{texts.heading(name)}</h2>}>
      <PageHead title={texts.title} page="invitation" />
      <Stack gap={3}>
        {invitedBy !== null && <p>{texts.from(invitedBy)}</p>}
        <p>{texts.may[role]}</p>
        <Lead>{`${texts.forAddress(email)} ${texts.own}`}</Lead>
      </Stack>
      <Actions>
        {status === 'out' ? (
          <>
            <ButtonLink look="accent" to={PATHS.login} state={leaving}>
              {common.logIn}
            </ButtonLink>
            <ButtonLink to={PATHS.signup} state={leaving}>
              {texts.signUp}
            </ButtonLink>
          </>
        ) : (
          <Button look="accent" isBusy={isPending} onClick={() => accept()}>
            {texts.accept}
          </Button>
        )}
      </Actions>
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
  const { data, isDead } = useLinkFacts('POST /team-changes', token)
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
  if (data === null) return null
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

/** What a link would do; null until that is known. */
function useLinkFacts<K extends 'POST /invitations' | 'POST /team-changes'>(
  key: K,
  token: string | null,
): { readonly data: DataOf<K> | null; readonly isDead: boolean } {
  const { data = null, error } = useQuery({
    queryKey: [key, token],
    queryFn: async () =>
      (await call<'POST /invitations' | 'POST /team-changes'>(key, { body: { token: token ?? '' } }))
        .data as DataOf<K>,
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return { data, isDead: token === null || (error instanceof CallError && error.code === 'wrong_token') }
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
      <p>{text}</p>
      <Actions>
        <ButtonLink to={PATHS.teams}>{teams.toTeams}</ButtonLink>
      </Actions>
    </AccountCard>
  )
}
