import { ProviderRefused, ProviderUnavailable } from '#server/adapters/payments/payments.ts'
import { transact } from '#server/db/transact.ts'
import { findFollowing, withdrawUses } from '#server/features/uses/withdraw-uses.ts'
import { findRefundOfPayment, insertRefund, type Refund, renewRefund } from './refunds.sql.ts'
import { settleExternalRefund } from './settle-external-refund.ts'
import { settleRefund } from './settle-refund.ts'
import { lockPayment, lockPerson, readPayment } from './settlement.sql.ts'
import type { SettlingApp } from './settle-payment.ts'

interface Order {
  readonly paymentId: string
  /** Why, in the operator's words. */
  readonly reason: string
}

/** Why nothing goes back, so that the provider is not asked. `nothing left`: all of it is spent. */
type Unasked =
  | { readonly outcome: 'no such payment' | 'not paid' | 'nothing left' | 'refunded before' }
  /** Dates of a later payment follow; that one goes back first. */
  | { readonly outcome: 'followed'; readonly by: string }

/** What became of it. */
export type RefundOutcome =
  | Unasked
  | {
      readonly outcome: 'refunding'
      readonly state: Refund['state']
      readonly amount: number
      readonly uses: number
    }

/**
 * Gives back what is unspent of a payment, in the operator's name: price times the unspent share, for a subscription that
 * of its remaining full dates. The uses are taken back at once, before the provider is asked, so nobody can spend them
 * while the money goes back. Of several subscriptions in a row the last goes back first. Calling it again follows the same
 * refund, and tries again one that the provider canceled.
 * @throws ProviderUnavailable: the refund is stored and the job goes on with it
 */
export async function refundPayment(app: SettlingApp, { paymentId, reason }: Order): Promise<RefundOutcome> {
  const known = await readPayment(app.db, paymentId)
  if (known === undefined) return { outcome: 'no such payment' }
  const { personId } = known
  if (known.providerId !== null) await noteRefundsByHand(app, known.providerId)
  const unasked = await app.inTurn(`person ${personId}`, () =>
    transact(app.db, async (tx): Promise<Unasked | null> => {
      await lockPerson(tx, personId)
      const payment = await lockPayment(tx, paymentId)
      const before = await findRefundOfPayment(tx, paymentId)
      const now = app.clock.now()
      // By us, or by hand in the shop's cabinet.
      if (before?.state === 'succeeded' || payment?.state === 'refunded')
        return { outcome: 'refunded before' }
      if (before !== undefined) {
        const { id, idempotenceKey: oldKey } = before
        if (before.state === 'canceled') {
          await renewRefund(tx, { id, oldKey, newKey: app.random.uuid(), now })
        }
        return null
      }
      if (payment?.state !== 'succeeded') return { outcome: 'not paid' }
      const withdrawal = { personId, reason: paymentId, now }
      const following = await findFollowing(tx, withdrawal)
      if (following !== null) return { outcome: 'followed', by: following }
      const uses = await withdrawUses(tx, withdrawal)
      const amount = Math.round((payment.amount * uses) / payment.uses)
      if (amount === 0) return { outcome: 'nothing left' }
      const ids = { id: app.random.uuid(), idempotenceKey: app.random.uuid() }
      await insertRefund(tx, { ...ids, paymentId, amount, uses, reason, createdAt: now })
      return null
    }),
  )
  if (unasked !== null) return unasked
  await app.faults('payment.stored')
  const refund = await findRefundOfPayment(app.db, paymentId)
  if (refund === undefined) return { outcome: 'no such payment' }
  const state = (await settleRefund(app, refund.id)) ?? refund.state
  return { outcome: 'refunding', state, amount: refund.amount, uses: refund.uses }
}

/** What was given back by hand since the job last looked counts first, so that it does not go back twice. */
async function noteRefundsByHand(app: SettlingApp, providerId: string): Promise<void> {
  try {
    for (const refund of await app.payments.listRefunds(providerId)) await settleExternalRefund(app, refund)
  } catch (error) {
    // The refund itself cannot be made then either, and waits.
    if (!(error instanceof ProviderRefused) && !(error instanceof ProviderUnavailable)) throw error
  }
}
