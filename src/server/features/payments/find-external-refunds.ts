import { describeError } from '#server/describe-error.ts'
import { firstPaymentAt, hasRefund, keepRefundSearch, takeRefundSearch } from './external-refunds.sql.ts'
import { settleExternalRefund } from './settle-external-refund.ts'
import type { SettlingApp } from './settle-payment.ts'

const PAUSE_MS = 10 * 60_000
/** A refund can succeed days after it was made. */
const OVERLAP_MS = 14 * 86_400_000

/**
 * Asks the provider every ten minutes which refunds were made lately, and settles those that we did not make: somebody made
 * them in the shop's cabinet. The first run asks about all refunds since the first payment.
 * @throws ProviderUnavailable, ProviderRefused: the next run asks again
 */
export async function findExternalRefunds(app: SettlingApp): Promise<void> {
  const { db, clock } = app
  const now = clock.now()
  const knownUntil = await takeRefundSearch(db, { now, before: new Date(now.getTime() - PAUSE_MS) })
  if (knownUntil === undefined) return
  const first = knownUntil ?? (await firstPaymentAt(db))
  if (first === null) return
  const found = await app.payments.refundsSince(new Date(first.getTime() - OVERLAP_MS))
  let isWhole = true
  for (const refund of found) {
    if (refund.state !== 'succeeded' || (await hasRefund(db, refund.id))) continue
    try {
      await settleExternalRefund(app, refund)
    } catch (error) {
      isWhole = false
      app.log.warn({ error: describeError(error) }, 'a refund that was made by hand could not be settled')
    }
  }
  if (isWhole) await keepRefundSearch(db, now)
}
