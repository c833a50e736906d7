import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { formatPrice } from '#web/kit/formats/format.ts'
import type { Payment } from './use-payment.ts'

/** The state of a payment, its receipt and its refund, in words. Only paid orders have a receipt. */
export function describePayment(
  { state, receipt, refund }: Pick<Payment, 'state' | 'receipt' | 'refund'>,
  list: Messages['payments']['list'],
  language: Language,
): readonly string[] {
  const isPaid = state === 'succeeded' || state === 'refunded'
  return [
    list.states[state],
    ...(receipt === null || !isPaid ? [] : [list.receipts[receipt]]),
    ...(refund === null ? [] : [list.refund[refund.state](formatPrice(refund.amount, language))]),
  ]
}
