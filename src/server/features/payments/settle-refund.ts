import {
  KEY_LIFETIME_MS,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
} from '#server/adapters/payments/payments.ts'
import type { Core } from '#server/core.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { withHolderLocked } from '#server/holders/holder-transaction.ts'
import { describeOrder, refundEmail } from './payments.mails.ts'
import { advanceRefund, readRefund, type Refund, renewRefund } from './refunds.sql.ts'
import { advancePayment, lockPayment, type Payment, readPayment } from './settlement.sql.ts'
import { linkToPayment, type SettlingApp } from './settle-payment.ts'

/**
 * Brings a refund to what the provider says of it now: makes it there when that has not happened yet. The one way to do
 * so, for the operator and the job alike; money goes back once.
 * @returns the state it has then, and null when there is no such refund
 * @throws ProviderUnavailable, or ProviderRefused of a question: nothing was changed, and it is tried again
 */
export async function settleRefund(app: SettlingApp, id: string): Promise<Refund['state'] | null> {
  const refund = await readRefund(app.db, id)
  if (refund === undefined) return null
  if (refund.state === 'succeeded' || refund.state === 'canceled') return refund.state
  const payment = await readPayment(app.db, refund.paymentId)
  if (payment === undefined || payment.providerId === null)
    throw new Error(`refund ${id} is of no paid payment`)
  const asked = await askProvider(app, refund, payment)
  if (asked === null) return 'canceled'
  await app.faults('payment.asked')
  const state = await applyAnswer(app, { refund: asked.refund, payment }, asked.answer)
  await app.faults('payment.settled')
  return state
}

interface Asked {
  readonly refund: Refund
  readonly answer: ProviderRefund
}

/** @returns null when the provider refused to create it */
async function askProvider(app: SettlingApp, refund: Refund, payment: Payment): Promise<Asked | null> {
  if (refund.providerId !== null) return { refund, answer: await app.payments.findRefund(refund.providerId) }
  // An earlier attempt may have created it although its answer was lost; another key would create a second one.
  const made = await app.payments.listRefunds(payment.providerId!)
  const found = made.find(({ orderId, state }) => orderId === refund.id && state !== 'canceled')
  if (found !== undefined) return { refund, answer: found }
  const keyed = await withFreshKey(app, refund)
  try {
    return { refund: keyed, answer: await orderRefund(app, keyed, payment) }
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    app.log.error({ refund: refund.id, status: error.status }, 'the provider refused a refund')
    const end = { key: keyed.idempotenceKey, settledAt: app.clock.now() }
    await advanceRefund(app.db, { id: refund.id, ...end, to: 'canceled', cancelReason: error.message })
    return null
  }
}

async function withFreshKey(app: SettlingApp, refund: Refund): Promise<Refund> {
  const keyedAt = app.clock.now()
  if (keyedAt.getTime() - refund.keyedAt.getTime() <= KEY_LIFETIME_MS) return refund
  const idempotenceKey = app.random.uuid()
  const renewal = { id: refund.id, oldKey: refund.idempotenceKey, newKey: idempotenceKey, now: keyedAt }
  if (!(await renewRefund(app.db, renewal))) {
    throw new ProviderUnavailable('the refund is settled elsewhere at this moment')
  }
  return { ...refund, idempotenceKey, keyedAt }
}

async function orderRefund(
  app: SettlingApp,
  { id, idempotenceKey, amount }: Refund,
  { providerId, email, language, packageId }: Payment,
): Promise<ProviderRefund> {
  const { description, item } = describeOrder(language, packageId)
  return app.payments.createRefund({
    id,
    key: idempotenceKey,
    paymentId: providerId!,
    amount,
    description,
    receipt: email === null ? null : { email, item },
  })
}

async function applyAnswer(
  app: SettlingApp,
  { refund, payment }: { readonly refund: Refund; readonly payment: Payment },
  answer: ProviderRefund,
): Promise<Refund['state']> {
  const isOurs =
    answer.orderId === refund.id &&
    answer.paymentId === payment.providerId &&
    answer.amount === refund.amount &&
    answer.currency === 'RUB'
  if (!isOurs) {
    app.log.error(
      { refund: refund.id },
      'the provider answers something else than the refund that was ordered',
    )
    return refund.state
  }
  const settledAt = app.clock.now()
  const step = { id: refund.id, key: refund.idempotenceKey, providerId: answer.id }
  let isDone = false
  const state = await withHolderLocked(app, payment.holderId, async (tx): Promise<Refund['state']> => {
    isDone = false
    const { email = null } = (await lockPayment(tx, payment.id)) ?? {}
    switch (answer.state) {
      case 'pending':
        await advanceRefund(tx, { ...step, to: 'pending' })
        return 'pending'
      case 'canceled':
        if (
          await advanceRefund(tx, { ...step, to: 'canceled', cancelReason: answer.cancelReason, settledAt })
        ) {
          app.log.error(
            { refund: refund.id },
            'the provider canceled a refund; try it again or give the uses back',
          )
        }
        return 'canceled'
      case 'succeeded':
        if (await advanceRefund(tx, { ...step, to: 'succeeded', settledAt })) {
          await advancePayment(tx, { id: payment.id, from: ['succeeded'], to: 'refunded' })
          if (email !== null) await tellOfRefund(app, tx, { refund, payment, email })
          await app.faults('payment.credited')
          isDone = true
        }
        return 'succeeded'
    }
  })
  if (isDone) app.security.record('payment_refunded', { personId: payment.actorId ?? payment.holderId })
  return state
}

export async function tellOfRefund(
  app: Core,
  tx: Tx,
  {
    refund: { amount, uses },
    payment: { id, language, packageId },
    email,
  }: {
    readonly refund: Pick<Refund, 'amount' | 'uses'>
    readonly payment: Payment
    readonly email: string
  },
): Promise<void> {
  const link = linkToPayment(app, { id, language })
  await queueEmail(tx, app, email, refundEmail(language, { id, packageId, amount, uses, link }))
}
