import { z } from 'zod'

/**
 * What YooKassa documents of its answers, as far as our shop can receive them: payments by bank card in one stage, refunds,
 * lists and errors. Strict: a field that is not documented is refused. https://yookassa.ru/developers/api
 */

const id = z.string().length(36)
const moment = z.iso.datetime()
const amount = z.strictObject({ value: z.string().regex(/^\d+\.\d{2}$/), currency: z.literal('RUB') })
const metadata = z
  .record(z.string().max(32), z.string().max(512))
  .refine((pairs) => Object.keys(pairs).length <= 16)
const registration = z.enum(['pending', 'succeeded', 'canceled'])

const card = z.strictObject({
  first6: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
  last4: z.string().regex(/^\d{4}$/),
  expiry_month: z.string().regex(/^(0[1-9]|1[0-2])$/),
  expiry_year: z.string().regex(/^20\d\d$/),
  card_type: z.enum(['Mir', 'MasterCard', 'Visa', 'UnionPay', 'JCB', 'AmericanExpress', 'Unknown']),
  card_product: z.strictObject({ code: z.string(), name: z.string().optional() }).optional(),
  issuer_country: z.string().length(2).optional(),
  issuer_name: z.string().optional(),
})

const common = {
  id,
  amount,
  income_amount: amount.optional(),
  description: z.string().max(128).optional(),
  recipient: z.strictObject({ account_id: z.string(), gateway_id: z.string() }),
  payment_method: z
    .strictObject({
      type: z.literal('bank_card'),
      id: z.string(),
      saved: z.boolean(),
      status: z.enum(['pending', 'active', 'inactive']),
      title: z.string().optional(),
      card: card.optional(),
    })
    .optional(),
  created_at: moment,
  metadata: metadata.optional(),
  receipt_registration: registration.optional(),
  test: z.boolean(),
}

const payment = z.discriminatedUnion('status', [
  z.strictObject({
    ...common,
    status: z.literal('pending'),
    paid: z.literal(false),
    refundable: z.literal(false),
    confirmation: z.strictObject({
      type: z.literal('redirect'),
      confirmation_url: z.url(),
      return_url: z.url().max(2048).optional(),
      enforce: z.boolean().optional(),
    }),
  }),
  z.strictObject({
    ...common,
    status: z.literal('succeeded'),
    paid: z.literal(true),
    refundable: z.boolean(),
    captured_at: moment,
    refunded_amount: amount.optional(),
    authorization_details: z
      .strictObject({
        rrn: z.string().optional(),
        auth_code: z.string().optional(),
        three_d_secure: z.strictObject({ applied: z.boolean() }),
      })
      .optional(),
  }),
  z.strictObject({
    ...common,
    status: z.literal('canceled'),
    paid: z.literal(false),
    refundable: z.literal(false),
    cancellation_details: z.strictObject({
      party: z.enum(['yoo_money', 'payment_network', 'merchant']),
      reason: z.enum([
        '3d_secure_failed',
        'call_issuer',
        'canceled_by_merchant',
        'card_expired',
        'country_forbidden',
        'deal_expired',
        'expired_on_capture',
        'expired_on_confirmation',
        'fraud_suspected',
        'general_decline',
        'identification_required',
        'insufficient_funds',
        'internal_timeout',
        'invalid_card_number',
        'invalid_csc',
        'issuer_unavailable',
        'payment_method_limit_exceeded',
        'payment_method_restricted',
        'permission_revoked',
        'unsupported_mobile_operator',
      ]),
    }),
  }),
])

const refund = z
  .strictObject({
    id,
    payment_id: id,
    status: z.enum(['pending', 'succeeded', 'canceled']),
    created_at: moment,
    amount,
    description: z.string().max(250).optional(),
    metadata: metadata.optional(),
    receipt_registration: registration.optional(),
    cancellation_details: z
      .strictObject({
        party: z.enum(['yoo_money', 'refund_network']),
        reason: z.enum([
          'general_decline',
          'insufficient_funds',
          'rejected_by_payee',
          'rejected_by_timeout',
          'yoo_money_account_closed',
        ]),
      })
      .optional(),
  })
  .refine(({ status, cancellation_details: why }) => (status === 'canceled') === (why !== undefined))

const listOf = (item: z.ZodType) =>
  z.strictObject({ type: z.literal('list'), items: z.array(item), next_cursor: z.string().optional() })
const error = (code: string) =>
  z.strictObject({
    type: z.literal('error'),
    id: z.string(),
    code: z.literal(code),
    description: z.string().optional(),
    parameter: z.string().optional(),
    retry_after: z.int().optional(),
  })

/** By their names in the provider's own specification. */
export const DOCUMENTED = {
  Payment: payment,
  PaymentList: listOf(payment),
  Refund: refund,
  RefundList: listOf(refund),
  NotFound: error('not_found'),
  BadRequest: error('invalid_request'),
  InvalidCredentials: error('invalid_credentials'),
} as const
