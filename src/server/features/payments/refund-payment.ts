import type { CommandOutput } from '#shared/api/commands.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/adapters/payments/payments.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { findFollowing, withdrawUses } from '#server/features/uses/ledger.sql.ts'
import { Refusal } from '#server/refusal.ts'
import { withHolderLocked } from '#server/holders/holder-transaction.ts'
import { findRefundOfPayment, insertRefund, renewRefund } from './refunds.sql.ts'
import { settleExternalRefund } from './settle-external-refunds.ts'
import { settleRefund, tellOfRefund } from './settle-refund.ts'
import { advancePayment, lockPayment, readPayment } from './settlement.sql.ts'
import type { SettlingApp } from './settle-payment.ts'

/**
 * Refunds the unspent part of a payment on the operator's behalf: price times unspent share; for a subscription, the share
 * of its remaining whole dates. The uses are withdrawn before the provider is asked, so that nobody can spend them while
 * the money goes back. Of consecutive subscriptions the last is refunded first. A repeated call continues the same refund,
 * and retries one that the provider canceled. What came by bank transfer goes back by one, which the operator makes.
 * @throws Refusal no_such_payment, not_paid, nothing_left, refunded_before, refund_other_first: the provider is not asked
 * @throws ProviderUnavailable: the refund is stored and the job continues with it
 */
export async function refundPayment(
  app: SettlingApp,
  by: Operator,
  paymentId: string,
): Promise<CommandOutput<'payments refund'>> {
  const known = await readPayment(app.db, paymentId)
  if (known === undefined) throw new Refusal('no_such_payment')
  const { holderId } = known
  if (known.providerId !== null) await noteRefundsByHand(app, known.providerId)
  const done = await withHolderLocked(app, holderId, async (tx) => {
    const note = (after: Readonly<Record<string, string | number>>) =>
      noteChange(tx, app, by, { verb: 'payments refund', kind: 'payment', id: paymentId, after })
    const payment = await lockPayment(tx, paymentId)
    const before = await findRefundOfPayment(tx, paymentId)
    const now = app.clock.now()
    // Refunded by us or in the shop's cabinet.
    if (before?.state === 'succeeded' || payment?.state === 'refunded') throw new Refusal('refunded_before')
    if (before !== undefined) {
      const { id, idempotenceKey: oldKey } = before
      if (before.state === 'canceled') {
        await renewRefund(tx, { id, oldKey, newKey: app.random.uuid(), now })
        await note({ refund: 'renewed' })
      }
      return null
    }
    if (payment?.state !== 'succeeded') throw new Refusal('not_paid')
    const withdrawal = { holderId, paymentId, now }
    const following = await findFollowing(tx, withdrawal)
    if (following !== null) throw new Refusal('refund_other_first', { extras: { id: following } })
    const uses = await withdrawUses(tx, withdrawal)
    const amount = Math.round((payment.amount * uses) / payment.uses)
    if (amount === 0) throw new Refusal('nothing_left')
    const ids = { id: app.random.uuid(), idempotenceKey: app.random.uuid() }
    const isByHand = payment.validUntil !== null
    const refund = { ...ids, paymentId, amount, uses, reason: by.reason ?? '', createdAt: now, isByHand }
    await insertRefund(tx, refund)
    await note({ refund: isByHand ? 'by hand' : 'ordered', kopecks: amount, uses })
    if (!isByHand) return null
    await advancePayment(tx, { id: paymentId, from: ['succeeded'], to: 'refunded' })
    if (payment.email !== null) await tellOfRefund(app, tx, { refund, payment, email: payment.email })
    return { state: 'succeeded', amount, uses, isByHand } as const
  })
  if (done !== null) {
    app.security.record('payment_refunded', { personId: known.actorId ?? holderId })
    return done
  }
  await app.faults('payment.stored')
  const refund = await findRefundOfPayment(app.db, paymentId)
  if (refund === undefined) throw new Refusal('no_such_payment')
  const state = (await settleRefund(app, refund.id)) ?? refund.state
  return { state, amount: refund.amount, uses: refund.uses, isByHand: false }
}

/** External refunds that the job has not seen yet count first, so that nothing is refunded twice. */
async function noteRefundsByHand(app: SettlingApp, providerId: string): Promise<void> {
  try {
    for (const refund of await app.payments.listRefunds(providerId)) await settleExternalRefund(app, refund)
  } catch (error) {
    // Then the refund itself cannot be made either, and waits.
    if (!(error instanceof ProviderRefused) && !(error instanceof ProviderUnavailable)) throw error
  }
}
