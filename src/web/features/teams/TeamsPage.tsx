import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cleanTeamName, ROLES, TEAM_NAME_MAX, teamNameProblem } from '#shared/rules/teams.ts'
import { LogInPrompt } from '#web/features/accounts/LogInPrompt.tsx'
import { call } from '#web/kit/api/call.ts'
import { Queries } from '#web/kit/api/queries.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { DialogForm } from '#web/kit/components/DialogForm.tsx'
import { Actions, PageScaffold, Section } from '#web/kit/components/layout.tsx'
import { Facts } from '#web/kit/components/lists.tsx'
import { EmptyState } from '#web/kit/components/states.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { TeamSection } from './TeamSection.tsx'
import { useTeamAction } from './use-team-action.ts'

/** The teams that the person belongs to, and what each role may do. */
export function TeamsPage() {
  const { teams } = useTexts()
  const { status } = useSession()
  usePreparedToasts()
  return (
    <Queries>
      <PageHead title={teams.title} page="teams" />
      <PageScaffold kind="sections" width={60} title={teams.title} lead={teams.lead}>
        {status === 'out' ? <LogInPrompt text={teams.logIn} /> : <OwnTeams />}
        <Rights />
      </PageScaffold>
    </Queries>
  )
}

function OwnTeams() {
  const { teams: texts } = useTexts()
  const { userData } = useSession()
  const { data: balances } = useQuery({
    queryKey: ['teams'],
    queryFn: async ({ signal }) => (await call('GET /teams', { handles: 'all', signal })).data,
    enabled: userData !== null,
    staleTime: 0,
  })
  const [madeId, setMadeId] = useState<number | null>(null)
  if (userData === null) return null
  const { teams } = userData
  if (teams.length === 0) {
    return (
      <EmptyState drawing="drawer" title={texts.noneTitle} text={texts.none}>
        <MakeTeam look="accent" onMade={setMadeId} />
      </EmptyState>
    )
  }
  return (
    <>
      {teams.map((team) => (
        <TeamSection
          key={team.teamId}
          team={team}
          isNew={team.teamId === madeId}
          uses={balances?.find(({ teamId }) => teamId === team.teamId)?.uses ?? null}
        />
      ))}
      <Actions>
        <MakeTeam look="outline" onMade={setMadeId} />
      </Actions>
    </>
  )
}

interface MakeTeamProps {
  readonly look: 'accent' | 'outline'
  readonly onMade: (teamId: number) => void
}

/** The button, and the panel for the new team's name. */
function MakeTeam({ look, onMade }: MakeTeamProps) {
  const { fieldProblems, teams } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { isPending, error, mutate } = useTeamAction({
    async mutationFn(name: string) {
      const made = await call('POST /teams', { body: { name }, handles: ['too_many_requests'] })
      setOpen(false)
      onMade(made.data.teamId)
      return made
    },
    success: ({ data }) => teams.made(data.name),
    failure: teams.makeFailed,
  })
  const refused = error?.fields['name']
  return (
    <>
      <Button look={look} icon="plus" onClick={() => setOpen(true)}>
        {teams.make}
      </Button>
      <DialogForm
        title={teams.make}
        confirmLabel={teams.make}
        name="name"
        input={{ label: teams.name, autoComplete: 'off', maxLength: TEAM_NAME_MAX }}
        rule={(typed) => teamNameProblem(cleanTeamName(typed))}
        refused={refused === undefined ? null : fieldProblems[refused]}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isBusy={isPending}
        onConfirm={mutate}
      />
    </>
  )
}

/** What each role may do, from the least on: `scopesOf` in words. */
function Rights() {
  const { rights, roles } = useTexts().teams
  return (
    <Section title={rights.title}>
      <Facts look="below" facts={ROLES.toReversed().map((role) => [roles[role], rights[role]])} />
    </Section>
  )
}
