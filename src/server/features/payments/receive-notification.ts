import { BlockList, isIPv6 } from 'node:net'
import { ProviderRefused, ProviderUnavailable } from '#server/adapters/payments/payments.ts'
import { Refusal } from '#server/refusal.ts'
import { findRefundByProviderId, readRefund } from './refunds.sql.ts'
import { findByProviderId, isOpen, type Payment, readPayment, UUID } from './settlement.sql.ts'
import { type SettlingApp, settlePayment } from './settle-payment.ts'
import { settleRefund } from './settle-refund.ts'

interface Notification {
  /** The sender's IP address. */
  readonly address: string
  readonly event: string
  /** The provider's id of the changed object. */
  readonly objectId: string
  /** Our payment's id, if it names one. */
  readonly paymentId: string | null
}

/**
 * Treats a notification as a hint that something may have changed. What is not ours or already settled is ignored; about
 * the rest the provider is asked. Of simultaneous notifications one asks and the others see its result. Forged
 * notifications make us ask only up to a limit; a payment that they delay is settled by the job.
 * @throws Refusal unavailable when the provider cannot be asked now, so that it sends the notification again; forbidden
 * when the sender is not on the list
 */
export async function receiveNotification(
  app: SettlingApp,
  { address, event, objectId, paymentId }: Notification,
): Promise<void> {
  if (!isTrusted(app.config.yookassaNetworks, address)) throw new Refusal('forbidden')
  try {
    if (event.startsWith('refund.')) {
      const refund = await findRefundByProviderId(app.db, objectId)
      if (refund === undefined) return
      await app.runExclusive(`notified ${refund.id}`, async () => {
        if (!isOpen((await readRefund(app.db, refund.id)) ?? refund)) return
        await app.limits.consume('notified', refund.id)
        await settleRefund(app, refund.id)
      })
      return
    }
    const payment = await findMeant(app, objectId, paymentId)
    if (payment === undefined || !isOpen(payment)) return
    await app.runExclusive(`notified ${payment.id}`, async () => {
      if (!isOpen((await readPayment(app.db, payment.id)) ?? payment)) return
      await app.limits.consume('notified', payment.id)
      await settlePayment(app, payment.id, objectId)
    })
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new Refusal('unavailable', { retryAfter: 5 })
    if (error instanceof Refusal && error.code === 'too_many_requests') {
      throw new Refusal('unavailable', { retryAfter: error.retryAfter ?? 5 })
    }
    // The provider knows no such object: the notification was forged.
    if (!(error instanceof ProviderRefused)) throw error
    app.log.warn({ status: error.status }, 'a notification was about nothing that the provider knows')
  }
}

/** Finds a payment by the provider's id, or by ours while the provider's answer with its id is still on the way. */
async function findMeant(
  { db }: SettlingApp,
  objectId: string,
  paymentId: string | null,
): Promise<Payment | undefined> {
  const known = await findByProviderId(db, objectId)
  if (known !== undefined || paymentId === null || !UUID.test(paymentId)) return known
  const named = await readPayment(db, paymentId)
  return named?.providerId === null ? named : undefined
}

function isTrusted(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const list = new BlockList()
  for (const network of networks) {
    const [start = '', length] = network.split('/')
    const family = isIPv6(start) ? 'ipv6' : 'ipv4'
    if (length === undefined) list.addAddress(start, family)
    else list.addSubnet(start, Number(length), family)
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
