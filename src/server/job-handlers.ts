import type { App } from './app.ts'
import { purgeClosedAccounts } from './features/accounts/purge-closed-accounts.ts'
import { purgeExpired } from './features/accounts/purge-expired.ts'
import { sendMail } from './features/accounts/send-mail.ts'
import { forgetPlatformNumbers } from './features/catalogue/forget-platform-numbers.ts'
import { purgeOptoutLinks } from './features/catalogue/optout.sql.ts'
import { refreshChannels } from './features/catalogue/refresh-channels.ts'
import { suppressAddress } from './features/catalogue/suppress-address.ts'
import { reconcilePayments } from './features/payments/reconcile-payments.ts'
import { remindSubscribers } from './features/payments/remind-subscribers.ts'
import { purgeStatistics } from './features/statistics/purge-statistics.ts'
import { snapshotStatistics } from './features/statistics/snapshot-statistics.ts'
import { sendResetLink } from './features/accounts/send-reset-link.ts'
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
