import { ProviderRefused, ProviderUnavailable } from '#server/adapters/payments/payments.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { findFollowing, withdrawUses } from '#server/features/uses/ledger.sql.ts'
import { withHolderLocked } from '#server/holders/holder-transaction.ts'
import { findRefundOfPayment, insertRefund, type Refund, renewRefund } from './refunds.sql.ts'
import { settleExternalRefund } from './settle-external-refunds.ts'
import { settleRefund } from './settle-refund.ts'
import { lockPayment, readPayment } from './settlement.sql.ts'
import type { SettlingApp } from './settle-payment.ts'

interface Order {
  readonly paymentId: string
  /** Who orders it; the audit keeps it. */
  readonly actor: string
  /** The operator's reason. */
  readonly reason: string
}

/** Why nothing is refunded and the provider is not asked. `nothing left`: all uses are spent. */
type Unasked =
  | { readonly outcome: 'no such payment' | 'not paid' | 'nothing left' | 'refunded before' }
  /** The dates of a later payment follow; refund that one first. */
  | { readonly outcome: 'followed'; readonly by: string }

/** The result. */
export type RefundOutcome =
  | Unasked
  | {
      readonly outcome: 'refunding'
      readonly state: Refund['state']
      readonly amount: number
      readonly uses: number
    }

/**
 * Refunds the unspent part of a payment on the operator's behalf: price times unspent share; for a subscription, the share
 * of its remaining whole dates. The uses are withdrawn before the provider is asked, so that nobody can spend them while
 * the money goes back. Of consecutive subscriptions the last is refunded first. A repeated call continues the same refund,
 * and retries one that the provider canceled.
 * @throws ProviderUnavailable: the refund is stored and the job continues with it
 */
export async function refundPayment(
  app: SettlingApp,
  { paymentId, actor, reason }: Order,
): Promise<RefundOutcome> {
  const known = await readPayment(app.db, paymentId)
  if (known === undefined) return { outcome: 'no such payment' }
  const { holderId } = known
  if (known.providerId !== null) await noteRefundsByHand(app, known.providerId)
  const unasked = await withHolderLocked(app, holderId, async (tx): Promise<Unasked | null> => {
    const note = (after: Readonly<Record<string, string | number>>) =>
      noteChange(
        tx,
        app,
        { actor, reason },
        { verb: 'payments refund', kind: 'payment', id: paymentId, after },
      )
    const payment = await lockPayment(tx, paymentId)
    const before = await findRefundOfPayment(tx, paymentId)
    const now = app.clock.now()
    // Refunded by us or in the shop's cabinet.
    if (before?.state === 'succeeded' || payment?.state === 'refunded') return { outcome: 'refunded before' }
    if (before !== undefined) {
      const { id, idempotenceKey: oldKey } = before
      if (before.state === 'canceled') {
        await renewRefund(tx, { id, oldKey, newKey: app.random.uuid(), now })
        await note({ refund: 'renewed' })
      }
      return null
    }
    if (payment?.state !== 'succeeded') return { outcome: 'not paid' }
    const withdrawal = { holderId, paymentId, now }
    const following = await findFollowing(tx, withdrawal)
    if (following !== null) return { outcome: 'followed', by: following }
    const uses = await withdrawUses(tx, withdrawal)
    const amount = Math.round((payment.amount * uses) / payment.uses)
    if (amount === 0) return { outcome: 'nothing left' }
    const ids = { id: app.random.uuid(), idempotenceKey: app.random.uuid() }
    await insertRefund(tx, { ...ids, paymentId, amount, uses, reason, createdAt: now })
    await note({ refund: 'ordered', kopecks: amount, uses })
    return null
  })
  if (unasked !== null) return unasked
  await app.faults('payment.stored')
  const refund = await findRefundOfPayment(app.db, paymentId)
  if (refund === undefined) return { outcome: 'no such payment' }
  const state = (await settleRefund(app, refund.id)) ?? refund.state
  return { outcome: 'refunding', state, amount: refund.amount, uses: refund.uses }
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
