import type { ProviderPayment } from '#server/adapters/payments/payments.ts'
import type { Payment } from './settlement.sql.ts'

/** What follows from the provider's answer about a payment. */
export type Decision =
  /** Nothing new. */
  | { readonly step: 'none' }
  /** The provider has created it and waits for the money. */
  | { readonly step: 'open' }
  | { readonly step: 'succeed' }
  | { readonly step: 'cancel' }
  /** The answer is about something other than the order: nothing follows, and a person should look at it. */
  | { readonly step: 'refuse'; readonly because: 'order' | 'payment' | 'amount' | 'currency' | 'state' }

/** A pure decision. In whatever order and however often answers arrive, a payment only moves forward. */
export function decideSettlement(
  payment: Pick<Payment, 'id' | 'state' | 'amount' | 'providerId'>,
  answer: ProviderPayment,
): Decision {
  const because = mismatch(payment, answer)
  if (because !== null) return { step: 'refuse', because }
  switch (payment.state) {
    case 'created':
    case 'pending':
      if (answer.state === 'succeeded') return { step: 'succeed' }
      if (answer.state === 'canceled') return { step: 'cancel' }
      return { step: payment.state === 'created' ? 'open' : 'none' }
    case 'succeeded':
    case 'refunded':
      // An answer may be older than what is known, but it cannot contradict a final state.
      return answer.state === 'canceled' ? { step: 'refuse', because: 'state' } : { step: 'none' }
    case 'canceled':
      return answer.state === 'succeeded' ? { step: 'refuse', because: 'state' } : { step: 'none' }
  }
}

function mismatch(
  payment: Pick<Payment, 'id' | 'amount' | 'providerId'>,
  answer: ProviderPayment,
): 'order' | 'payment' | 'amount' | 'currency' | null {
  if (answer.orderId !== payment.id) return 'order'
  if (payment.providerId !== null && payment.providerId !== answer.id) return 'payment'
  if (answer.currency !== 'RUB') return 'currency'
  return answer.amount === payment.amount ? null : 'amount'
}
