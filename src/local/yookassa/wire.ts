import { z } from 'zod'

/** A payment of the local provider. */
export interface LocalPayment {
  readonly id: string
  readonly createdAt: Date
  /** As ordered, e.g. `500.00`. */
  readonly value: string
  readonly description: string | undefined
  readonly metadata: Readonly<Record<string, string>>
  readonly returnUrl: string
  readonly email: string | null
  /** What is actually paid, which a sentinel may change. */
  paid: { readonly value: string; readonly currency: string }
  status: 'pending' | 'succeeded' | 'canceled'
  cancelReason: string | null
  card: string | null
  settledAt: Date | null
  refunded: number
}

/** A refund of the local provider. */
export interface LocalRefund {
  readonly id: string
  readonly paymentId: string
  readonly createdAt: Date
  readonly value: string
  readonly metadata: Readonly<Record<string, string>>
  status: 'pending' | 'succeeded' | 'canceled'
}

const value = z.string().regex(/^\d{1,7}\.\d{2}$/)
const amount = z.object({ value, currency: z.literal('RUB') })
const metadata = z.record(z.string().max(32), z.string().max(512)).default({})
const receipt = z.object({
  customer: z.object({ email: z.email() }),
  items: z
    .array(
      z.object({
        description: z.string().min(1).max(128),
        quantity: z.number().positive(),
        amount,
        vat_code: z.int().min(1).max(12),
        payment_subject: z.string(),
        payment_mode: z.string(),
      }),
    )
    .min(1)
    .max(80),
  internet: z.boolean().optional(),
})

export const paymentOrder = z
  .object({
    amount,
    capture: z.literal(true),
    confirmation: z.object({
      type: z.literal('redirect'),
      return_url: z.url().max(2048),
      locale: z.enum(['ru_RU', 'en_US']).optional(),
    }),
    description: z.string().max(128).optional(),
    metadata,
    receipt: receipt.optional(),
  })
  .refine((order) => isWhole(order), { path: ['receipt', 'items'] })

export const refundOrder = z
  .object({
    payment_id: z.string(),
    amount,
    description: z.string().max(250).optional(),
    metadata,
    receipt: receipt.optional(),
  })
  .refine((order) => isWhole(order), { path: ['receipt', 'items'] })

/** A receipt's items must add up to the amount. */
function isWhole(order: {
  readonly amount: { readonly value: string }
  readonly receipt?: z.infer<typeof receipt> | undefined
}): boolean {
  if (order.receipt === undefined) return true
  const sum = order.receipt.items.reduce(
    (total, item) => total + Number(item.amount.value) * item.quantity,
    0,
  )
  return sum.toFixed(2) === order.amount.value
}

/** A payment as the shop sees it. */
export function paymentObject(payment: LocalPayment, shopId: string, payUrl: string): object {
  const isPaid = payment.status === 'succeeded'
  const common = {
    id: payment.id,
    status: payment.status,
    paid: isPaid,
    amount: isPaid ? payment.paid : { value: payment.value, currency: 'RUB' },
    created_at: payment.createdAt.toISOString(),
    ...(payment.description !== undefined && { description: payment.description }),
    metadata: payment.metadata,
    recipient: { account_id: shopId, gateway_id: '1' },
    refundable: isPaid,
    test: true,
    ...(payment.email !== null && { receipt_registration: payment.status }),
  }
  if (payment.status === 'pending') {
    const confirmation = { type: 'redirect', return_url: payment.returnUrl, confirmation_url: payUrl }
    return { ...common, confirmation }
  }
  const method = payment.card === null ? {} : { payment_method: cardObject(payment.id, payment.card) }
  if (payment.status === 'canceled') {
    const reason = payment.cancelReason ?? 'general_decline'
    const party = reason.startsWith('expired') ? 'yoo_money' : 'payment_network'
    return { ...common, ...method, cancellation_details: { party, reason } }
  }
  return {
    ...common,
    ...method,
    captured_at: payment.settledAt?.toISOString(),
    refunded_amount: { value: (payment.refunded / 100).toFixed(2), currency: 'RUB' },
    authorization_details: { three_d_secure: { applied: false } },
  }
}

function cardObject(id: string, number: string): object {
  return {
    type: 'bank_card',
    id,
    saved: false,
    status: 'inactive',
    title: `Bank card *${number.slice(-4)}`,
    card: {
      first6: number.slice(0, 6),
      last4: number.slice(-4),
      expiry_month: '12',
      expiry_year: '2030',
      card_type: 'MasterCard',
    },
  }
}

/** A refund as the shop sees it. */
export function refundObject(refund: LocalRefund): object {
  return {
    id: refund.id,
    payment_id: refund.paymentId,
    status: refund.status,
    created_at: refund.createdAt.toISOString(),
    amount: { value: refund.value, currency: 'RUB' },
    metadata: refund.metadata,
    ...(refund.status === 'canceled' && {
      cancellation_details: { party: 'yoo_money', reason: 'insufficient_funds' },
    }),
  }
}

/** The body of a refused call. */
export function errorObject(
  id: string,
  code: string,
  more: { readonly description?: string; readonly parameter?: string; readonly retry_after?: number } = {},
): object {
  return { type: 'error', id, code, ...more }
}
