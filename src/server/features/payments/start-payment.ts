import { PATHS } from '#shared/paths.ts'
import { PACKAGES } from '#shared/rules/uses.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/adapters/payments/payments.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { findUnpaid, insertPayment, readPayment } from './settlement.sql.ts'
import { type SettlingApp, settlePayment } from './settle-payment.ts'

const SAME_PAYMENT_MS = 10 * 60_000

interface Order {
  readonly holderId: number
  /** The person who orders it for the holder. */
  readonly actorId: number
  readonly packageId: number
  /** For the receipt. */
  readonly email: string
  readonly network: string
  readonly language: Language
}

export interface StartedPayment {
  readonly id: string
  /** Where the person pays; our own result page when it is already paid. */
  readonly confirmationUrl: string
}

/**
 * Starts a payment for a package at its current price and creates it at the provider. The order and its idempotence key are
 * stored before the provider is called. Ordering the same package again within 10 minutes, while it is unpaid, returns the
 * same payment, also for simultaneous calls; if that one has ended meanwhile, a new one is started.
 * @throws Refusal provider_failed, session_expired
 */
export async function startPayment(app: SettlingApp, order: Order): Promise<StartedPayment> {
  const id = await storeOrder(app, order)
  await app.faults('payment.stored')
  const stored = await readPayment(app.db, id)
  if (stored?.state === 'created') {
    app.security.record('payment_started', { personId: order.actorId, network: order.network })
  }
  try {
    await settlePayment(app, id)
  } catch (error) {
    if (!(error instanceof ProviderRefused) && !(error instanceof ProviderUnavailable)) throw error
    app.log.warn({ payment: id, reason: error.message }, 'a payment could not be made or asked about')
    // A payment that was created may still have a working page.
    if (stored?.state !== 'pending') throw new Refusal('provider_failed')
  }
  const payment = await readPayment(app.db, id)
  if (stored?.state === 'pending' && payment?.state === 'canceled') return startPayment(app, order)
  if (payment?.state === 'pending' && payment.confirmationUrl !== null) {
    return { id, confirmationUrl: payment.confirmationUrl }
  }
  if (payment?.state === 'succeeded') {
    return { id, confirmationUrl: `${app.config.publicUrl}${PATHS.paymentsuccess}?payment=${id}` }
  }
  throw new Refusal('provider_failed')
}

async function storeOrder(
  app: SettlingApp,
  { holderId, actorId, packageId, email, language }: Order,
): Promise<string> {
  const found = PACKAGES.find((sold) => sold.packageId === packageId)
  if (found === undefined) throw new Refusal('invalid_input', { fields: { packageId: 'invalid' } })
  return holderTransaction(app, { holderId, actorId, scope: 'payments' }, async (tx) => {
    const createdAt = app.clock.now()
    const since = new Date(createdAt.getTime() - SAME_PAYMENT_MS)
    const unpaid = await findUnpaid(tx, { holderId, packageId, since })
    if (unpaid !== undefined) return unpaid.id
    const id = app.random.uuid()
    await insertPayment(tx, {
      id,
      holderId,
      actorId,
      packageId,
      uses: found.uses,
      amount: found.price * 100,
      language,
      idempotenceKey: app.random.uuid(),
      createdAt,
      email,
    })
    return id
  })
}
