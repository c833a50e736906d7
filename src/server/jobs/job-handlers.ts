import type { App } from '#server/app.ts'
import { purgeClosedAccounts } from '#server/features/profile/purge-closed-accounts.ts'
import { purgeExpired } from '#server/features/accounts/purge-expired.ts'
import { sendMail } from '#server/features/accounts/send-mail.ts'
import { forgetPlatformNumbers } from '#server/features/refresh/forget-platform-numbers.ts'
import { purgeOptoutLinks } from '#server/features/objections/optout.sql.ts'
import { refreshChannels } from '#server/features/refresh/refresh-channels.ts'
import { suppressAddress } from '#server/features/objections/suppress-address.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { remindSubscribers } from '#server/features/payments/remind-subscribers.ts'
import { purgeStatistics } from '#server/features/statistics/purge-statistics.ts'
import { snapshotStatistics } from '#server/features/statistics/snapshot-statistics.ts'
import { sendResetLink } from '#server/features/accounts/send-reset-link.ts'
import type { JobHandlers } from './jobs.ts'

/** What every job does. Each handler may run twice for one job, and then does nothing the second time or no harm. */
export function jobHandlers(app: App): JobHandlers {
  return {
    mail: (letter) => sendMail(app, letter),
    suppress: ({ address }) => suppressAddress(app, address),
    purge: async () => {
      await purgeExpired(app)
      await purgeOptoutLinks(app.db, app.clock.now())
    },
    payments: () => reconcilePayments(app),
    subscriptions: () => remindSubscribers(app),
    closed_accounts: () => purgeClosedAccounts(app),
    async snapshot() {
      await snapshotStatistics(app)
    },
    async purge_statistics() {
      await purgeStatistics(app)
      await forgetPlatformNumbers(app)
    },
    async refresh_channels() {
      await refreshChannels(app)
    },
    resetLink: (asked) => sendResetLink(app, asked),
  }
}
