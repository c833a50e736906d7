import type { CancelReason } from '#shared/api/payments.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

export type Progress = 'pending' | 'succeeded' | 'canceled'

/** What to pay for. Amounts are in kopecks, the currency is the rouble. */
export interface PaymentOrder {
  /** Our id, which the provider returns as `orderId` with everything about the payment. */
  readonly id: string
  /** The idempotence key: for 23 hours, the same order with the same key is one payment. */
  readonly key: string
  readonly amount: number
  /** For the provider's page, 128 characters at most. */
  readonly description: string
  readonly receipt: Receipt
  readonly language: Language
  /** Where the provider's page leads afterwards. */
  readonly returnUrl: string
}

/** What a fiscal receipt (54-FZ) says, and where it goes. */
export interface Receipt {
  readonly email: string
  /** What was sold, 128 characters at most. */
  readonly item: string
}

/** A payment as the provider knows it. */
export interface ProviderPayment {
  /** The provider's id. */
  readonly id: string
  readonly state: Progress
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
  readonly orderId: string | null
  /** Where the person pays while it is pending. */
  readonly confirmationUrl: string | null
  readonly cancelReason: CancelReason | null
  readonly receipt: Progress | null
  /** Since when the provider has the money; null before, or when it does not say. */
  readonly paidAt: Date | null
  /** Whether all of the money has gone back. */
  readonly isRefunded: boolean
  /** The last four digits of the card; null where something else paid, or nothing yet. */
  readonly cardEnding: string | null
}

/** A refund to make. */
export interface RefundOrder {
  readonly id: string
  readonly key: string
  /** The provider's id of the payment. */
  readonly paymentId: string
  readonly amount: number
  readonly description: string
  /** Null when the person's address is no longer known. */
  readonly receipt: Receipt | null
}

export interface ProviderRefund {
  readonly id: string
  readonly state: Progress
  readonly paymentId: string
  readonly amount: number
  readonly currency: string
  readonly orderId: string | null
  /** The provider's reason. */
  readonly cancelReason: string | null
}

/**
 * Takes payments. Every call asks the provider and trusts only its answer. All throw ProviderRefused or
 * ProviderUnavailable.
 */
export interface Payments {
  createPayment(order: PaymentOrder): Promise<ProviderPayment>
  findPayment(id: string): Promise<ProviderPayment>
  createRefund(order: RefundOrder): Promise<ProviderRefund>
  findRefund(id: string): Promise<ProviderRefund>
  /** All refunds of a payment, by the provider's id of the payment. */
  listRefunds(paymentId: string): Promise<readonly ProviderRefund[]>
  /** All refunds of the shop since an instant, also those that others made. */
  refundsSince(since: Date): Promise<readonly ProviderRefund[]>
}

/** How long after its first use a key identifies one payment; the provider says 24 hours. */
export const KEY_LIFETIME_MS = 23 * HOUR_MS

/** The provider refused the request: it changed nothing, and would be refused again. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
  readonly status: number

  constructor(status: number, code: string) {
    super(`The payment provider refused with ${status} ${code}`)
    this.status = status
  }
}

/** No answer, a failure, no access or a malformed answer: the outcome is unknown. The same call may be repeated. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'

  constructor(reason: string) {
    super(`The payment provider gave no usable answer: ${reason}`)
  }
}
