import { describeError } from '#server/describe-error.ts'
import { findExternalRefunds } from './settle-external-refunds.ts'
import { expireInvoices } from './invoices.sql.ts'
import { dueRefunds } from './refunds.sql.ts'
import { duePayments, claimCheck } from './settlement.sql.ts'
import { type SettlingApp, settlePayment } from './settle-payment.ts'
import { settleRefund } from './settle-refund.ts'

/** The rest waits for the next run, a minute later. */
const AT_MOST = 500
const AT_ONCE = 8

/**
 * Asks the provider about everything open and due, so that a lost notification costs nobody their uses: each payment at
 * least every 8 minutes. A failed question is asked again in the next run. Then looks for external refunds. Invoices only expire.
 */
export async function reconcilePayments(app: SettlingApp): Promise<void> {
  const { db, clock } = app
  const before = clock.now()
  await expireInvoices(db, before)
  const payments = await duePayments(db, before, AT_MOST)
  const refunds = await dueRefunds(db, before, AT_MOST)
  const tasks = [
    ...payments.map((id) => ({
      about: { payment: id },
      run: async () => {
        if (await claimCheck(db, 'payment', { id, now: clock.now(), before })) await settlePayment(app, id)
      },
    })),
    ...refunds.map((id) => ({
      about: { refund: id },
      run: async () => {
        if (await claimCheck(db, 'refund', { id, now: clock.now(), before })) await settleRefund(app, id)
      },
    })),
  ]
  const next = tasks.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const { about, run } of next) {
        await run().catch((error: unknown) =>
          app.log.warn({ ...about, error: describeError(error) }, 'a payment could not be reconciled'),
        )
      }
    }),
  )
  await findExternalRefunds(app).catch((error: unknown) =>
    app.log.warn({ error: describeError(error) }, 'the provider could not be asked for refunds'),
  )
}
