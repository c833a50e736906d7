import type { Feature } from '#server/feature.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { browsersData, identitiesData, personData } from './account-data.sql.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { blockedInvariants } from './blocked.sql.ts'
import { loginCodeJob } from './log-in.ts'
import { peopleCommands } from './operate-people.ts'
import { purgeExpired } from './purge-expired.ts'
import { resetLinkJob } from './reset-password.ts'

/** Sign-up, login, accounts at identity providers, password. */
export const accounts = {
  name: 'accounts',
  routes: accountsRoutes,
  tables: ['holder', 'person', 'code', 'link_token', 'login_failure', 'identity', 'known_browser'],
  invariants: blockedInvariants,
  jobs: [
    resetLinkJob,
    loginCodeJob,
    { name: 'purge', cron: '17 * * * *', options: SCHEDULED, run: purgeExpired },
  ],
  personalData: [personData, identitiesData, browsersData],
  commands: peopleCommands,
} as const satisfies Feature<'accounts'>
