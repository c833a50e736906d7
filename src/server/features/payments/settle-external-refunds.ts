import type { ProviderRefund } from '#server/adapters/payments/payments.ts'
import type { Tx } from '#server/db/connect.ts'
import { describeError } from '#server/describe-error.ts'
import { withdrawUses } from '#server/features/uses/ledger.sql.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { withHolderLocked } from '#server/holders/holder-transaction.ts'
import {
  firstPaymentAt,
  hasRefund,
  keepRefundSearch,
  takeRefundSearch,
  insertFoundRefund,
  readRefundsByHand,
} from './external-refunds.sql.ts'
import { refundEmail } from './payments.mails.ts'
import { readRefund } from './refunds.sql.ts'
import { linkToPayment, type SettlingApp, settlePayment } from './settle-payment.ts'
import {
  advancePayment,
  findByProviderId,
  isOpen,
  lockPayment,
  type Payment,
  readPayment,
  UUID,
} from './settlement.sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'

const PAUSE_MS = 10 * 60_000
/** A refund can succeed days after it was made. */
const OVERLAP_MS = 14 * DAY_MS

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

/**
 * Settles a refund that somebody made in the shop's cabinet: withdraws the same share of the uses, as far as they are
 * unspent, and tells the person. Once, however often and simultaneously it is found.
 * @returns whether this call settled it
 * @throws ProviderRefused, ProviderUnavailable when the payment must be asked about first: nothing has changed
 */
export async function settleExternalRefund(app: SettlingApp, found: ProviderRefund): Promise<boolean> {
  if (found.state !== 'succeeded') return false
  let payment = await findByProviderId(app.db, found.paymentId)
  if (payment === undefined) return false
  if (isOpen(payment)) {
    // Paid and refunded before we heard of either.
    await settlePayment(app, payment.id)
    payment = (await readPayment(app.db, payment.id)) ?? payment
  }
  const { id, holderId, packageId, language } = payment
  if (found.currency !== 'RUB' || found.amount > payment.amount || !isPaid(payment)) {
    app.log.error({ payment: id }, 'the provider tells of a refund that cannot be; nothing was taken back')
    return false
  }
  await app.faults('payment.asked')
  const isNoted = await withHolderLocked(app, holderId, async (tx) => {
    const locked = await lockPayment(tx, id)
    if (locked === undefined || (await isKnown(tx, found, id))) return false
    const now = app.clock.now()
    const before = await readRefundsByHand(tx, id)
    // Computed from everything refunded so far, so that the parts add up to the whole.
    const share = Math.round((locked.uses * (before.amount + found.amount)) / locked.amount)
    const atMost = Math.max(0, share - before.uses)
    const uses = await withdrawUses(tx, { holderId, paymentId: id, now, atMost })
    const refund = { id: app.random.uuid(), idempotenceKey: app.random.uuid(), providerId: found.id }
    await insertFoundRefund(tx, { ...refund, paymentId: id, amount: found.amount, uses, createdAt: now })
    await advancePayment(tx, { id, from: ['succeeded'], to: 'refunded' })
    if (locked.email !== null) {
      const message = refundEmail(language, {
        id,
        packageId,
        amount: found.amount,
        uses,
        link: linkToPayment(app, { id, language }),
      })
      await queueEmail(tx, app, locked.email, message)
    }
    await app.faults('payment.credited')
    return true
  })
  await app.faults('payment.settled')
  if (isNoted) app.log.warn({ payment: id }, 'a refund was made by hand; its uses were taken back')
  return isNoted
}

function isPaid({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'succeeded' || state === 'refunded'
}

/** Known by the provider's id, or one of ours whose answer was lost: those are settled as ours. */
async function isKnown(tx: Tx, { id, orderId }: ProviderRefund, paymentId: string): Promise<boolean> {
  if (await hasRefund(tx, id)) return true
  const ours = orderId === null || !UUID.test(orderId) ? undefined : await readRefund(tx, orderId)
  return ours?.paymentId === paymentId
}
