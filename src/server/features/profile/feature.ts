import type { Feature } from '#server/feature.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { closedAccountsInvariants } from './closed-accounts.sql.ts'
import { profileRoutes } from './profile.routes.ts'
import { closeNamedAccount, purgeClosedAccounts } from './delete-account.ts'

/** A person's name, the file of their data, and the end of their account. */
export const profile = {
  name: 'profile',
  routes: profileRoutes,
  tables: ['closed_account'],
  invariants: closedAccountsInvariants,
  jobs: [{ name: 'closed_accounts', cron: '41 4 * * *', options: SCHEDULED, run: purgeClosedAccounts }],
  commands: { 'users close': closeNamedAccount },
} as const satisfies Feature<'profile'>
