import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { sentinelOf, TEST_CARDS } from './sentinels.ts'
import type { LocalPayment, LocalRefund, paymentOrder, refundOrder } from './wire.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

/** An unpaid payment expires after this time. */
const CONFIRMATION_MS = HOUR_MS

/** The events that the shop is notified of. */
export type Event = 'payment.succeeded' | 'payment.canceled' | 'refund.succeeded'

interface ProviderOptions {
  readonly now: () => Date
  readonly tell: (event: Event, about: LocalPayment | LocalRefund) => void
}

/** The local provider's state and rules: payments and refunds in memory, without HTTP. */
export class LocalProvider {
  readonly payments = new Map<string, LocalPayment>()
  readonly refunds = new Map<string, LocalRefund>()
  readonly #options: ProviderOptions

  constructor(options: ProviderOptions) {
    this.#options = options
  }

  forget(): void {
    this.payments.clear()
    this.refunds.clear()
  }

  create(order: z.infer<typeof paymentOrder>): LocalPayment {
    const { value } = order.amount
    const payment: LocalPayment = {
      id: randomUUID(),
      createdAt: this.#options.now(),
      value,
      description: order.description,
      metadata: order.metadata,
      returnUrl: order.confirmation.return_url,
      email: order.receipt?.customer.email ?? null,
      paid: { value, currency: 'RUB' },
      status: 'pending',
      cancelReason: null,
      card: null,
      settledAt: null,
      refunded: 0,
    }
    this.payments.set(payment.id, payment)
    return payment
  }

  /** A payment in its current state; an unpaid one may have expired. */
  find(id: string): LocalPayment | undefined {
    const payment = this.payments.get(id)
    if (payment === undefined) return undefined
    const age = this.#options.now().getTime() - payment.createdAt.getTime()
    if (payment.status === 'pending' && age > CONFIRMATION_MS) this.cancel(payment, 'expired_on_confirmation')
    return payment
  }

  /** Pays with a test card. @returns false for any other card, or when it is too late */
  pay(payment: LocalPayment, card: string): boolean {
    const reason = TEST_CARDS.get(card)
    if (reason === undefined || payment.status !== 'pending') return false
    payment.card = card
    if (reason === null) this.succeed(payment)
    else this.cancel(payment, reason)
    return true
  }

  succeed(payment: LocalPayment): void {
    const sentinel = sentinelOf(payment.email)
    if (sentinel === 'amount') payment.paid = { value: '1.00', currency: 'RUB' }
    if (sentinel === 'currency') payment.paid = { ...payment.paid, currency: 'USD' }
    payment.status = 'succeeded'
    payment.settledAt = this.#options.now()
    this.#options.tell('payment.succeeded', payment)
  }

  cancel(payment: LocalPayment, reason: string): void {
    payment.status = 'canceled'
    payment.cancelReason = reason
    payment.settledAt = this.#options.now()
    this.#options.tell('payment.canceled', payment)
  }

  /** @returns null when the payment is unpaid or less than that is left of it */
  refund(order: z.infer<typeof refundOrder>): LocalRefund | null {
    const payment = this.find(order.payment_id)
    const kopecks = Math.round(Number(order.amount.value) * 100)
    if (payment?.status !== 'succeeded') return null
    const sentinel = sentinelOf(payment.email)
    if (kopecks + payment.refunded > Math.round(Number(payment.paid.value) * 100)) return null
    const refund: LocalRefund = {
      id: randomUUID(),
      paymentId: payment.id,
      createdAt: this.#options.now(),
      value: order.amount.value,
      metadata: order.metadata,
      status: sentinel === 'poor' ? 'canceled' : 'pending',
    }
    this.refunds.set(refund.id, refund)
    if (refund.status !== 'canceled') payment.refunded += kopecks
    if (sentinel !== 'slow' && sentinel !== 'poor') this.#finish(refund)
    return refund
  }

  /** A refund in its current state; a slow one succeeds after it was asked for. */
  findRefund(id: string): LocalRefund | undefined {
    const refund = this.refunds.get(id)
    const shown = refund === undefined ? undefined : { ...refund }
    if (refund?.status === 'pending') this.#finish(refund)
    return shown
  }

  #finish(refund: LocalRefund): void {
    refund.status = 'succeeded'
    this.#options.tell('refund.succeeded', refund)
  }
}
