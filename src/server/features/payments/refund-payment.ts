import type { CommandOutput } from '#shared/api/commands.ts'
import type { RefundCause } from '#shared/api/payments.ts'
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

type Outcome = CommandOutput<'payments refund'>

interface Refunding {
  readonly cause?: RefundCause
  /** Nothing is kept, and the provider is not asked. */
  readonly isDryRun?: boolean
}

/** Undoes the transaction of a dry run, which does what a refund does. */
class Preview extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('a dry run')
    this.outcome = outcome
  }
}

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
  { cause = 'other', isDryRun = false }: Refunding = {},
): Promise<Outcome> {
  const known = await readPayment(app.db, paymentId)
  if (known === undefined) throw new Refusal('no_such_payment')
  const { holderId } = known
  if (known.providerId !== null && !isDryRun) await noteRefundsByHand(app, known.providerId)
  const done = await withHolderLocked(app, holderId, async (tx) => {
    const note = (after: Readonly<Record<string, string | number>>) =>
      noteChange(tx, app, by, { verb: 'payments refund', kind: 'payment', id: paymentId, after })
    const payment = await lockPayment(tx, paymentId)
    const before = await findRefundOfPayment(tx, paymentId)
    const now = app.clock.now()
    // Refunded by us or in the shop's cabinet.
    if (before?.state === 'succeeded' || payment?.state === 'refunded') throw new Refusal('refunded_before')
    if (before !== undefined) {
      const { id, idempotenceKey: oldKey, amount, uses } = before
      if (isDryRun) throw new Preview({ state: before.state, amount, uses, isByHand: false })
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
    const refund = { ...ids, paymentId, amount, uses, cause, reason: by.reason ?? '' }
    if (isDryRun) throw new Preview({ state: isByHand ? 'succeeded' : 'created', amount, uses, isByHand })
    await insertRefund(tx, { ...refund, createdAt: now, isByHand })
    await note({ refund: isByHand ? 'by hand' : 'ordered', cause, kopecks: amount, uses })
    if (!isByHand) return null
    await advancePayment(tx, { id: paymentId, from: ['succeeded'], to: 'refunded' })
    if (payment.email !== null) await tellOfRefund(app, tx, { refund, payment, email: payment.email })
    return { state: 'succeeded', amount, uses, isByHand } as const
  }).catch((error: unknown) => {
    if (error instanceof Preview) return error.outcome
    throw error
  })
  if (done !== null) {
    if (!isDryRun) app.security.record('payment_refunded', { personId: known.actorId ?? holderId })
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
