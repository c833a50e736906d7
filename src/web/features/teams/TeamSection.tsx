import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserData } from '#shared/api/sessions.ts'
import { shownEmail } from '#shared/rules/email.ts'
import { scopesOf } from '#shared/rules/teams.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { currentTeam } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Actions, Heading, Line, Section, Words } from '#web/kit/components/layout.tsx'
import { Row, Rows } from '#web/kit/components/lists.tsx'
import { LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { formatNumber, formatShortDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { type Team, TeamDialog, type TeamQuestion } from './TeamDialog.tsx'
import { useSwitch } from './switch-purse.ts'
import { useTeamAction } from './use-team-action.ts'

interface TeamSectionProps {
  readonly team: UserData['teams'][number]
  /** It was just made: its first colleague is invited next. */
  readonly isNew: boolean
  /** What it can spend; null until known. */
  readonly uses: number | null
}

/** A team: its balance, its members, and what the person may change of it. */
export function TeamSection({ team: { teamId, name, role }, isNew, uses }: TeamSectionProps) {
  const { landing, teams } = useTexts()
  const texts = teams.team
  const { language } = useLanguage()
  const [question, setQuestion] = useState<TeamQuestion | null>(isNew ? { kind: 'invite' } : null)
  const { isPending, mutate: choose } = useSwitch()
  const query = useQuery({
    queryKey: ['teams', teamId],
    queryFn: async ({ signal }) => (await call('GET /teams/{teamId}', { params: { teamId }, signal })).data,
    staleTime: 0,
  })
  const team = query.data ?? null
  const may = (scope: 'team' | 'ownership') => scopesOf(role).includes(scope)
  const ask = (kind: Exclude<TeamQuestion['kind'], 'member'>) => () => setQuestion({ kind })
  return (
    <Section
      title={name}
      isActive={currentTeam() === teamId}
      heading={
        <Line gap={3}>
          <span>{teams.roles[role]}</span>
          {currentTeam() === teamId ? (
            <Words tone="success">{texts.acting}</Words>
          ) : (
            <Button size="small" isBusy={isPending} onClick={() => choose(teamId)}>
              {texts.act}
            </Button>
          )}
        </Line>
      }
      {...(uses !== null && { figure: formatNumber(uses, language), figureLabel: landing.uses(uses) })}
    >
      {team === null && query.error !== null ? (
        <LoadFailure
          code={query.error instanceof CallError ? query.error.code : null}
          title={texts.errorTitle}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Members team={team} onChange={(member) => setQuestion({ kind: 'member', member })} />
      )}
      {team !== null && team.invitations !== null && team.invitations.length > 0 && (
        <Invitations teamId={teamId} invitations={team.invitations} />
      )}
      <Actions>
        {may('team') && (
          <Button look="ink" icon="plus" onClick={ask('invite')}>
            {texts.invite}
          </Button>
        )}
        {may('team') && <Button onClick={ask('rename')}>{texts.rename}</Button>}
        {may('ownership') && (team?.members.length ?? 0) > 1 && (
          <Button onClick={ask('handOver')}>{texts.handOver}</Button>
        )}
        {may('ownership') ? (
          <Button icon="bin" onClick={ask('delete')}>
            {texts.delete}
          </Button>
        ) : (
          <Button onClick={ask('leave')}>{texts.leave}</Button>
        )}
      </Actions>
      {team !== null && <TeamDialog team={team} question={question} onClose={() => setQuestion(null)} />}
    </Section>
  )
}

interface MembersProps {
  /** Null while it is loading. */
  readonly team: Team | null
  readonly onChange: (member: Team['members'][number]) => void
}

function Members({ team, onChange }: MembersProps) {
  const { teams } = useTexts()
  const { team: texts, roles } = teams
  const { language } = useLanguage()
  const written = (count: number) => formatNumber(count, language)
  if (team === null)
    return <Rows isBusy>{<Row name={<Skeleton width="10rem" />} details={<Skeleton />} />}</Rows>
  return (
    <>
      <Heading isSmall>{texts.members}</Heading>
      <Rows>
        {team.members.map((member) => {
          const { memberId, name, email, role, budget, spent, isSelf } = member
          const amount =
            budget === null
              ? texts.spent(written(spent), spent)
              : texts.spentOf(written(spent), written(budget), budget)
          // The owner's budget is the owner's affair.
          const mayChange = scopesOf(team.role).includes('team') && (role !== 'owner' || isSelf)
          return (
            <Row
              key={memberId}
              label={name}
              name={isSelf ? texts.you(name) : name}
              details={[roles[role], amount, email === null ? '' : shownEmail(email)]
                .filter(Boolean)
                .join(' · ')}
            >
              {mayChange && (
                <Button size="small" aria-label={texts.changeMember(name)} onClick={() => onChange(member)}>
                  {texts.change}
                </Button>
              )}
            </Row>
          )
        })}
      </Rows>
    </>
  )
}

interface InvitationsProps {
  readonly teamId: number
  readonly invitations: NonNullable<Team['invitations']>
}

function Invitations({ teamId, invitations }: InvitationsProps) {
  const { teams } = useTexts()
  const { team: texts, roles } = teams
  const { language } = useLanguage()
  const { busyWith, mutate: withdraw } = useTeamAction({
    mutationFn: (invitationId: number) =>
      call('DELETE /teams/{teamId}/invitations/{invitationId}', { params: { teamId, invitationId } }),
    success: texts.withdrawn,
    failure: texts.withdrawFailed,
  })
  return (
    <>
      <Heading isSmall>{texts.invitations}</Heading>
      <Rows>
        {invitations.map(({ invitationId, email, role, expiresAt }) => (
          <Row
            key={invitationId}
            label={email}
            name={shownEmail(email)}
            details={texts.invitedUntil(roles[role], formatShortDate(expiresAt, language))}
          >
            <Button
              size="small"
              aria-label={texts.withdrawFrom(shownEmail(email))}
              isBusy={busyWith === invitationId}
              onClick={() => withdraw(invitationId)}
            >
              {texts.withdraw}
            </Button>
          </Row>
        ))}
      </Rows>
    </>
  )
}
