import {
  KEY_LIFETIME_MS,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
} from '#server/adapters/payments/payments.ts'
import { transact } from '#server/db/transact.ts'
import { describeOrder, refundLetter } from './payments.mails.ts'
import { advanceRefund, readRefund, type Refund, renewRefund } from './refunds.sql.ts'
import { advancePayment, lockPayment, lockPerson, type Payment, readPayment } from './settlement.sql.ts'
import type { SettlingApp } from './settle-payment.ts'

/**
 * Brings a refund to what the provider says of it now: makes it there when that has not happened yet. The one way to do
 * so, for the operator and the job alike; money goes back once.
 * @returns the state it has then, and null when there is no such refund
 * @throws ProviderUnavailable: nothing was changed, and it is tried again
 */
export async function settleRefund(app: SettlingApp, id: string): Promise<Refund['state'] | null> {
  const refund = await readRefund(app.db, id)
  if (refund === undefined) return null
  if (refund.state === 'succeeded' || refund.state === 'canceled') return refund.state
  const payment = await readPayment(app.db, refund.paymentId)
  if (payment === undefined || payment.providerId === null)
    throw new Error(`refund ${id} is of no paid payment`)
  try {
    const { refund: asked, answer } = await askProvider(app, refund, payment)
    await app.faults('payment.asked')
    const state = await applyAnswer(app, { refund: asked, payment }, answer)
    await app.faults('payment.settled')
    return state
  } catch (error) {
    if (!(error instanceof ProviderRefused) || refund.providerId !== null) throw error
    app.log.error({ refund: id, status: error.status }, 'the provider refused a refund')
    const end = { key: refund.idempotenceKey, settledAt: app.clock.now() }
    await advanceRefund(app.db, { id, ...end, to: 'canceled', cancelReason: error.message })
    return 'canceled'
  }
}

interface Asked {
  readonly refund: Refund
  readonly answer: ProviderRefund
}

async function askProvider(app: SettlingApp, refund: Refund, payment: Payment): Promise<Asked> {
  if (refund.providerId !== null) return { refund, answer: await app.payments.findRefund(refund.providerId) }
  const isKeyOld = app.clock.now().getTime() - refund.keyedAt.getTime() > KEY_LIFETIME_MS
  if (!isKeyOld) return { refund, answer: await orderRefund(app, refund, payment) }
  // An old key would make a second refund, so what it may have made is looked for first.
  const made = await app.payments.listRefunds(payment.providerId!)
  const found = made.find(({ orderId, state }) => orderId === refund.id && state !== 'canceled')
  if (found !== undefined) return { refund, answer: found }
  const renewal = { id: refund.id, oldKey: refund.idempotenceKey, newKey: app.random.uuid() }
  const keyedAt = app.clock.now()
  if (!(await renewRefund(app.db, { ...renewal, now: keyedAt }))) {
    throw new ProviderUnavailable('the refund is settled elsewhere at this moment')
  }
  const renewed = { ...refund, idempotenceKey: renewal.newKey, keyedAt }
  return { refund: renewed, answer: await orderRefund(app, renewed, payment) }
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
  return app.inTurn(`person ${payment.personId}`, () =>
    transact(app.db, async (tx) => {
      await lockPerson(tx, payment.personId)
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
            if (email !== null) await tell(app, tx, { refund, payment, email })
            await app.faults('payment.credited')
          }
          return 'succeeded'
      }
    }),
  )
}

async function tell(
  { jobs, random }: SettlingApp,
  tx: Parameters<typeof advanceRefund>[0] & Parameters<SettlingApp['jobs']['enqueue']>[0],
  {
    refund: { amount, uses },
    payment: { language, packageId },
    email,
  }: { readonly refund: Refund; readonly payment: Payment; readonly email: string },
): Promise<void> {
  const letter = refundLetter(language, { packageId, amount, uses })
  await jobs.enqueue(tx, 'mail', { id: random.token(), to: email, ...letter })
}
