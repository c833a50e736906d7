import type { CancelReason } from '#shared/api/payments.ts'
import type { Language } from '#shared/i18n/messages.ts'

export type Progress = 'pending' | 'succeeded' | 'canceled'

/** What is to be paid. Amounts are kopecks, currency is the rouble. */
export interface PaymentOrder {
  /** Ours; it comes back as `orderId` in whatever the provider says of the payment. */
  readonly id: string
  /** The same order with the same key is one payment, for 23 hours. */
  readonly key: string
  readonly amount: number
  /** For the provider's page, 128 characters at most. */
  readonly description: string
  readonly receipt: Receipt
  readonly language: Language
  /** Where the provider's page leads when it is done. */
  readonly returnUrl: string
}

/** What a fiscal receipt (54-FZ) says and where it goes. */
export interface Receipt {
  readonly email: string
  /** What was sold, 128 characters at most. */
  readonly item: string
}

/** A payment as the provider knows it. */
export interface ProviderPayment {
  /** The provider's. */
  readonly id: string
  readonly state: Progress
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
  readonly orderId: string | null
  /** Where a person pays, while it is pending. */
  readonly confirmationUrl: string | null
  readonly cancelReason: CancelReason | null
  readonly receipt: Progress | null
}

/** Money that goes back. */
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
  /** The provider's word. */
  readonly cancelReason: string | null
}

/**
 * Takes payments. Every call asks the provider and believes nothing but its answer.
 * All throw ProviderRefused or ProviderUnavailable.
 */
export interface Payments {
  createPayment(order: PaymentOrder): Promise<ProviderPayment>
  findPayment(id: string): Promise<ProviderPayment>
  createRefund(order: RefundOrder): Promise<ProviderRefund>
  findRefund(id: string): Promise<ProviderRefund>
  /** Every refund of a payment, by the provider's id of it. */
  listRefunds(paymentId: string): Promise<readonly ProviderRefund[]>
  /** Every refund of the shop that was made at that instant or later, whoever made it. */
  refundsSince(since: Date): Promise<readonly ProviderRefund[]>
}

/** For so long after the first call a key stands for one payment; the provider says 24 hours. */
export const KEY_LIFETIME_MS = 23 * 3_600_000

/** The provider said no to what was asked; this call made nothing, and the same one would be refused again. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
  readonly status: number

  constructor(status: number, code: string) {
    super(`The payment provider refused with ${status} ${code}`)
    this.status = status
  }
}

/** No answer, a failure, no access or an answer that makes no sense: nobody knows what happened. The same call may follow. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'

  constructor(reason: string) {
    super(`The payment provider gave no usable answer: ${reason}`)
  }
}
