import type { Feature } from '#server/feature.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { paymentsData } from './payments-data.sql.ts'
import { paymentsInvariants } from './payments-invariants.sql.ts'
import { paymentsRoutes } from './payments.routes.ts'
import { oldestCreated, oldestUncredited, openPayments, uncreditedPayments } from './count-payments.ts'
import { listInvoices } from './invoices.sql.ts'
import { cancelNamedInvoice, confirmInvoice } from './operate-invoices.ts'
import { refundByHand, settleByHand } from './operate-payments.ts'
import { listPayments, listRefunds, readDocument, showPayment } from './list-payments.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { remindSubscribers } from './remind-subscribers.ts'

/** Packages and subscriptions that people pay for, refunds, and the documents of companies. */
export const payments = {
  name: 'payments',
  routes: paymentsRoutes,
  tables: ['company', 'payment', 'payment_address', 'refund', 'refund_search', 'subscription_reminder'],
  jobs: [
    {
      name: 'payments',
      cron: '* * * * *',
      // Hardly worth trying again: the next minute's run does what this one did not.
      options: { ...SCHEDULED, retryLimit: 1, retryDelay: 5, retryDelayMax: 10, deleteAfterSeconds: 600 },
      run: reconcilePayments,
    },
    { name: 'subscriptions', cron: '0 10 * * *', options: SCHEDULED, run: remindSubscribers },
  ],
  invariants: paymentsInvariants,
  metrics: [
    openPayments,
    oldestCreated,
    uncreditedPayments,
    oldestUncredited,
    ({ metrics }) => metrics.creditDelays,
    ({ metrics }) => metrics.refusedPayments,
  ],
  personalData: [paymentsData],
  commands: {
    'payments list': listPayments,
    'payments refunds': listRefunds,
    'payments show': showPayment,
    'payments document': readDocument,
    'invoices list': ({ db }, _by, { state }) => listInvoices(db, state),
    'invoices confirm': confirmInvoice,
    'invoices cancel': cancelNamedInvoice,
    'payments settle': settleByHand,
    'payments refund': refundByHand,
  },
} as const satisfies Feature<'payments'>
