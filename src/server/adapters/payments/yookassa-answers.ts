import { z } from 'zod'
import type { CancelReason } from '#shared/api/payments.ts'
import type { ProviderPayment, ProviderRefund } from './payments.ts'

// Reads only the fields we use, because the provider may add others; these must be exactly as documented.
const id = z.string().regex(/^[0-9a-zA-Z-]{1,64}$/)

const amount = z
  .object({ value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/), currency: z.string() })
  .transform(({ value, currency }) => ({ kopecks: Math.round(Number(value) * 100), currency }))

const progress = z.enum(['pending', 'succeeded', 'canceled'])

const paymentAnswer = z.object({
  id,
  // A payment created with `capture: true` never waits for capture; if one did, it would not be paid yet.
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  paid: z.boolean(),
  amount,
  metadata: z.object({ payment_id: z.string().nullish() }).nullish(),
  confirmation: z.object({ confirmation_url: z.url({ protocol: /^https?$/ }).nullish() }).nullish(),
  cancellation_details: z.object({ reason: z.string() }).nullish(),
  receipt_registration: progress.nullish(),
  // For metrics only: neither holds up a payment.
  captured_at: z.coerce.date().nullish().catch(null),
  refunded_amount: amount.nullish().catch(null),
  payment_method: z
    .object({ card: z.object({ last4: z.string().regex(/^\d{4}$/) }) })
    .nullish()
    // Other methods have other fields; a missing ending holds up no payment.
    .catch(null),
})

const refundAnswer = z.object({
  id,
  payment_id: id,
  status: progress,
  amount,
  metadata: z.object({ refund_id: z.string().nullish() }).nullish(),
  cancellation_details: z.object({ reason: z.string() }).nullish(),
})

/** An answer about a payment, in our words. */
export const readPayment = paymentAnswer.transform((answer, context): ProviderPayment => {
  if (answer.status === 'succeeded' && !answer.paid) {
    context.issues.push({ code: 'custom', input: answer, message: 'status and paid contradict each other' })
  }
  return {
    id: answer.id,
    state: answer.status === 'waiting_for_capture' ? 'pending' : answer.status,
    amount: answer.amount.kopecks,
    currency: answer.amount.currency,
    orderId: answer.metadata?.payment_id ?? null,
    confirmationUrl: answer.confirmation?.confirmation_url ?? null,
    cancelReason:
      answer.status === 'canceled' ? cancelReasonOf(answer.cancellation_details?.reason ?? '') : null,
    receipt: answer.receipt_registration ?? null,
    paidAt: answer.captured_at ?? null,
    isRefunded: (answer.refunded_amount?.kopecks ?? 0) >= answer.amount.kopecks,
    cardEnding: answer.payment_method?.card.last4 ?? null,
  }
})

/** An answer about a refund, in our words. */
export const readRefund = refundAnswer.transform(
  (answer): ProviderRefund => ({
    id: answer.id,
    state: answer.status,
    paymentId: answer.payment_id,
    amount: answer.amount.kopecks,
    currency: answer.amount.currency,
    orderId: answer.metadata?.refund_id ?? null,
    cancelReason: answer.status === 'canceled' ? (answer.cancellation_details?.reason ?? 'unknown') : null,
  }),
)

export const readRefunds = z
  .object({ items: z.array(readRefund), next_cursor: z.string().nullish() })
  .transform(({ items, next_cursor: next }) => ({ items, next: next ?? null }))

/** The useful part of an error's body. */
export const readProblem = z.object({
  code: z.string().max(100).catch('without a code'),
  /** Milliseconds. */
  retry_after: z.number().nonnegative().nullish().catch(null),
})

/** Groups the provider's reasons (OpenAPI, PaymentCancellationDetails) by what the person can do. */
function cancelReasonOf(reason: string): CancelReason {
  switch (reason) {
    case 'insufficient_funds':
    case 'card_expired':
      return reason
    case 'payment_method_limit_exceeded':
      return 'over_limit'
    case 'invalid_card_number':
    case 'invalid_csc':
      return 'card'
    case 'payment_method_restricted':
    case 'country_forbidden':
    case 'unsupported_mobile_operator':
      return 'not_accepted'
    case 'fraud_suspected':
      return 'suspicious'
    case '3d_secure_failed':
    case 'identification_required':
      return 'not_confirmed'
    case 'expired_on_confirmation':
    case 'expired_on_capture':
      return 'expired'
    case 'issuer_unavailable':
    case 'internal_timeout':
      return 'no_answer'
    default:
      return 'declined'
  }
}
