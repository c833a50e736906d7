import type { PaymentState } from '#shared/api/payments.ts'
import { paymentReturn } from '#shared/paths.ts'
import { isSubscription } from '#shared/rules/uses.ts'
import {
  KEY_LIFETIME_MS,
  type ProviderPayment,
  ProviderRefused,
  ProviderUnavailable,
} from '#server/adapters/payments/payments.ts'
import type { Attachment } from '#server/adapters/mail/mail.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { giveAllowance, giveUses } from '#server/features/uses/ledger.sql.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { withHolderLocked } from '#server/holders/holder-transaction.ts'
import { decideSettlement } from './decide-settlement.ts'
import { describeOrder, thankYouEmail } from './payments.mails.ts'
import { insertRefund } from './refunds.sql.ts'
import { linkToPage } from '#server/render-email.ts'
import {
  advancePayment,
  lockPayment,
  type Payment,
  readPayment,
  setCardEnding,
  setReceipt,
  setUncredited,
} from './settlement.sql.ts'

export type SettlingApp = Core & Pick<App, 'payments' | 'faults' | 'metrics'>

/**
 * Settles a payment by what the provider says of it now. The only way to do so: notifications, the return page, the
 * reconciliation job and the operator use it, and any number of calls, in any order and at once, give one credit.
 * @param hint the provider's id from a notification, while we do not know it ourselves
 * @param by the operator who asks; what changes is then in the audit
 * @returns the resulting state, or null when there is no such payment
 * @throws ProviderRefused, ProviderUnavailable: nothing has changed
 */
export async function settlePayment(
  app: SettlingApp,
  id: string,
  hint: string | null = null,
  by: Operator | null = null,
): Promise<PaymentState | null> {
  const payment = await readPayment(app.db, id)
  if (payment === undefined) return null
  // The provider knows nothing of it: the operator confirms an invoice.
  if (payment.validUntil !== null) return payment.state
  const answer = await askProvider(app, payment, { hint, by })
  if (answer === null) return payment.state
  await app.faults('payment.asked')
  const { state, isNews } = await applyAnswer(app, payment, { answer, by }).catch(async (error: unknown) => {
    // The next run of the job credits it; until then the metrics say that somebody waits for what they paid.
    if (answer.state === 'succeeded') await setUncredited(app.db, id, app.clock.now()).catch(() => undefined)
    throw error
  })
  if (isNews && state === 'succeeded') {
    app.security.record('payment_succeeded', { personId: payment.actorId ?? payment.holderId })
    if (answer.paidAt !== null)
      app.metrics.creditDelays.observe(
        Math.max(0, app.clock.now().getTime() - answer.paidAt.getTime()) / 1_000,
      )
  }
  await app.faults('payment.settled')
  return state
}

/** @returns null when there is nothing to ask about */
async function askProvider(
  app: SettlingApp,
  payment: Payment,
  { hint, by }: { readonly hint: string | null; readonly by: Operator | null },
): Promise<ProviderPayment | null> {
  const providerId = payment.providerId ?? hint
  if (providerId !== null) return app.payments.findPayment(providerId)
  return payment.state === 'created' ? orderPayment(app, payment, by) : null
}

/**
 * Creates a payment at the provider, or finds the one that its idempotence key has created. One that can no longer be
 * created is canceled: nobody was ever shown where to pay it.
 */
async function orderPayment(
  app: SettlingApp,
  payment: Payment,
  by: Operator | null,
): Promise<ProviderPayment | null> {
  const { id, language, email, createdAt } = payment
  const isTooLate = app.clock.now().getTime() - createdAt.getTime() > KEY_LIFETIME_MS
  if (email === null || isTooLate) {
    await cancelUnordered(app, id, by)
    return null
  }
  const { description, item } = describeOrder(language, payment.packageId)
  try {
    return await app.payments.createPayment({
      id,
      key: payment.idempotenceKey,
      amount: payment.amount,
      description,
      receipt: { email, item },
      language,
      returnUrl: `${app.config.publicUrl}${paymentReturn(id)}`,
    })
  } catch (error) {
    if (error instanceof ProviderRefused) await cancelUnordered(app, id, by)
    throw error
  }
}

async function cancelUnordered(app: SettlingApp, id: string, by: Operator | null): Promise<void> {
  const settledAt = app.clock.now()
  const step = { id, from: ['created'], to: 'canceled', cancelReason: 'unavailable', settledAt } as const
  await transact(app.db, async (tx) => {
    if (await advancePayment(tx, step)) await noteStep(tx, app, by, { id, from: 'created', to: 'canceled' })
  })
}

interface Step {
  readonly id: string
  readonly from: PaymentState
  readonly to: PaymentState
}

async function noteStep(
  tx: Tx,
  app: SettlingApp,
  by: Operator | null,
  { id, from, to }: Step,
): Promise<void> {
  if (by === null) return
  const [before, after] = [{ state: from }, { state: to }]
  await noteChange(tx, app, by, { verb: 'payments settle', kind: 'payment', id, before, after })
}

/** Writes what an answer means, once: holder and payment are locked, and all of it is one transaction. */
async function applyAnswer(
  app: SettlingApp,
  { id, holderId }: Pick<Payment, 'id' | 'holderId'>,
  { answer, by }: { readonly answer: ProviderPayment; readonly by: Operator | null },
): Promise<Settled> {
  return withHolderLocked(app, holderId, async (tx, isOpen) => {
    const payment = await lockPayment(tx, id)
    if (payment === undefined) throw new ProviderUnavailable('the payment is gone meanwhile')
    const settled = await applyToLocked(app, tx, { payment, answer, isGone: !isOpen })
    if (settled.isNews) await noteStep(tx, app, by, { id, from: payment.state, to: settled.state })
    return settled
  })
}

interface Settled {
  readonly state: PaymentState
  readonly isNews: boolean
}

async function applyToLocked(
  app: SettlingApp,
  tx: Tx,
  {
    payment,
    answer,
    isGone,
  }: { readonly payment: Payment; readonly answer: ProviderPayment; readonly isGone: boolean },
): Promise<Settled> {
  const { id } = payment
  const decision = decideSettlement(payment, answer)
  const step = { id, from: [payment.state], providerId: answer.id }
  switch (decision.step) {
    case 'refuse':
      app.log.error(
        { payment: id, because: decision.because },
        'the provider answers something else than was ordered; nothing was credited',
      )
      app.metrics.refusedPayments.inc({ because: decision.because })
      // An answer about another order says nothing about this one's money.
      if (decision.because !== 'order') {
        const isOwed = answer.state === 'succeeded' && !answer.isRefunded
        await setUncredited(tx, id, isOwed ? (answer.paidAt ?? app.clock.now()) : null)
      }
      return { state: payment.state, isNews: false }
    case 'none':
      if (answer.receipt !== payment.receipt) await setReceipt(tx, id, answer.receipt)
      return { state: payment.state, isNews: false }
    case 'open':
      await advancePayment(tx, { ...step, to: 'pending', confirmationUrl: answer.confirmationUrl })
      return { state: 'pending', isNews: true }
    case 'cancel': {
      const { cancelReason } = answer
      const settledAt = app.clock.now()
      await advancePayment(tx, { ...step, to: 'canceled', cancelReason, settledAt })
      await setCardEnding(tx, id, answer.cardEnding)
      return { state: 'canceled', isNews: true }
    }
    case 'succeed':
      await advancePayment(tx, {
        ...step,
        to: 'succeeded',
        receipt: answer.receipt,
        settledAt: app.clock.now(),
      })
      await setCardEnding(tx, id, answer.cardEnding)
      if (isGone) await giveBack(app, tx, payment)
      else await credit(app, tx, payment)
      await app.faults('payment.credited')
      return { state: 'succeeded', isNews: true }
  }
}

/** Gives what was paid for, and says so by an email. @param document of an invoice */
export async function credit(
  app: Core,
  tx: Tx,
  payment: Payment,
  document: Attachment | null = null,
): Promise<void> {
  const { id, holderId, packageId, uses, language, email } = payment
  const gift = { holderId, paymentId: id, now: app.clock.now() }
  if (isSubscription(packageId)) await giveAllowance(tx, gift)
  else await giveUses(tx, { ...gift, kind: 'package', amount: uses })
  if (email === null) return
  const message = thankYouEmail(language, {
    id,
    packageId,
    amount: payment.amount,
    paidAt: gift.now,
    link: linkToPayment(app, { id, language }),
    isInvoice: document !== null,
  })
  await queueEmail(tx, app, email, document === null ? message : { ...message, attachment: document })
}

/** The account is gone: what was paid goes back, all of it. The refund job does the rest. */
async function giveBack({ clock, random }: SettlingApp, tx: Tx, { id, amount }: Payment): Promise<void> {
  await insertRefund(tx, {
    cause: null,
    id: random.uuid(),
    paymentId: id,
    amount,
    uses: 0,
    reason: 'the account was gone',
    idempotenceKey: random.uuid(),
    createdAt: clock.now(),
  })
}

/** A payment's page, for emails. */
export function linkToPayment({ config }: Core, { id, language }: Pick<Payment, 'id' | 'language'>): string {
  return `${linkToPage(config, 'paymentsuccess', language)}?payment=${id}`
}
