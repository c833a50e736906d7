import type { Feature } from '#server/feature.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { teamsCommands } from './operate-teams.ts'
import { teamsData } from './teams-data.sql.ts'
import { teamsInvariants } from './teams-invariants.sql.ts'
import { teamsRoutes } from './teams.routes.ts'
import { purgeTeamLinks } from './teams.sql.ts'

/** Teams: who belongs to them, with which role and budget, and how people come and go. */
export const teams = {
  name: 'teams',
  routes: teamsRoutes,
  tables: ['team', 'member', 'invitation', 'team_link'],
  jobs: [
    {
      name: 'purge_team_links',
      cron: '17 * * * *',
      options: SCHEDULED,
      run: ({ db, clock }) => purgeTeamLinks(db, clock.now()),
    },
  ],
  invariants: teamsInvariants,
  personalData: [teamsData],
  commands: teamsCommands,
} as const satisfies Feature<'teams'>
