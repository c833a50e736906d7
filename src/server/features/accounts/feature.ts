import type { Feature } from '#server/feature.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { personData, sessionsData } from './account-data.sql.ts'
import { accountsInvariants } from './accounts-invariants.sql.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { browsersData, identitiesData } from './identity-data.sql.ts'
import { purgeExpired } from './purge-expired.ts'
import { secondFactorData } from './second-factor-data.sql.ts'
import { resetLinkJob } from './send-reset-link.ts'

/** Sign-up, login, sessions, accounts at providers, second factor, password. */
export const accounts = {
  name: 'accounts',
  routes: accountsRoutes,
  tables: [
    'person',
    'session',
    'code',
    'link_token',
    'login_failure',
    'identity',
    'used_nonce',
    'known_browser',
    'totp',
    'passkey',
    'recovery_code',
  ],
  jobs: [resetLinkJob, { name: 'purge', cron: '17 * * * *', options: SCHEDULED, run: purgeExpired }],
  invariants: accountsInvariants,
  personalData: [personData, sessionsData, identitiesData, browsersData, secondFactorData],
} as const satisfies Feature<'accounts'>
