import { z } from 'zod'
import { type Company, companyProblem, isInvoiced, normalizeCompany } from '../rules/company.ts'
import { PACKAGES } from '../rules/uses.ts'
import { LANGUAGES } from '../i18n/messages.ts'
import { cleanText } from '../rules/clean-text.ts'
import { commands, listOf, page, period, upTo } from './command.ts'
import { endpoints } from './endpoint.ts'
import { cursor, email, instant, queryLimit } from './fields.ts'

/** States only move forward: created, pending, then succeeded or canceled, and refunded after succeeded. */
export const PAYMENT_STATES = ['created', 'pending', 'succeeded', 'canceled', 'refunded'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Why a payment was canceled, as far as the person can act on it. */
const CANCEL_REASONS = [
  'insufficient_funds',
  /** The card's own limit for payments is used up. */
  'over_limit',
  /** The bank or the provider declined without a reason. */
  'declined',
  /** The provider took it for somebody else's payment. */
  'suspicious',
  /** The card's number or code is wrong. */
  'card',
  'card_expired',
  /** Such cards, or cards of that country, cannot pay here. */
  'not_accepted',
  /** The bank's confirmation failed. */
  'not_confirmed',
  /** Nobody paid in time. */
  'expired',
  /** The buyer or the operator canceled an invoice. */
  'withdrawn',
  /** The bank or the provider took too long. */
  'no_answer',
  /** The provider did not accept the order; nobody could pay it. */
  'unavailable',
] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

/** The state of a receipt or refund at the provider. */
const PROGRESS = ['pending', 'succeeded', 'canceled'] as const

/** The provider's ids and kinds of events. */
const providerWord = z.string().regex(/^[!-~]{1,100}$/)

/** A payment as the person sees it. */
export const paymentRecord = z.object({
  id: z.uuid(),
  state: z.enum(PAYMENT_STATES),
  packageId: z.number().int(),
  /** The uses sold, of all dates together. */
  uses: z.number().int(),
  /** Roubles. */
  amount: z.number(),
  createdAt: instant,
  /** When it was paid or canceled. */
  settledAt: instant.nullable(),
  cancelReason: z.enum(CANCEL_REASONS).nullable(),
  /** The fiscal receipt; null when none was requested. */
  receipt: z.enum(PROGRESS).nullable(),
  /** The last four digits of the card, where the provider tells them. */
  cardEnding: z.string().nullable(),
  /** Where the person can still pay while the payment is pending. */
  confirmationURL: z.url().nullable(),
  /** Of an invoice, until when the bank transfer is awaited; null: paid at the provider. */
  validUntil: instant.nullable(),
  refund: z
    .object({
      state: z.enum(PROGRESS),
      /** Roubles. */
      amount: z.number(),
      /** The uses withdrawn. */
      uses: z.number().int(),
    })
    .nullable(),
})

const PACKAGE_IDS = PACKAGES.map(({ packageId }) => packageId)
const INVOICED_IDS = PACKAGES.filter(isInvoiced).map(({ packageId }) => packageId)

const number = z.string().max(30, 'too_long').nullable().default(null)

/** A company that documents name as the buyer. */
const companyRecord = z.object({
  name: z.string().overwrite(cleanText),
  /** ISO 3166-1. */
  country: z.string().trim(),
  /** In Russia; an organisation also has a KPP. */
  inn: number,
  kpp: number,
  /** In all other countries. */
  vatNumber: number,
  address: z.string().overwrite(cleanText),
})

const givenCompany = companyRecord
  .check(({ value, issues }) => {
    for (const field of Object.keys(value) as (keyof Company)[]) {
      const text = value[field] ?? ''
      const problem = companyProblem(field, text, { country: value.country, inn: value.inn ?? '' })
      if (problem !== null) issues.push({ code: 'custom', input: text, path: [field], message: problem })
    }
  })
  .overwrite(normalizeCompany)

export const paymentsEndpoints = endpoints({
  'POST /payment': {
    who: 'user',
    scope: 'payments',
    owner: 'user_id',
    limits: ['payment'],
    summary:
      'Start paying for a package; the same package again within 10 minutes, while unpaid, is the same payment',
    body: z.object({
      user_id: z.number().int(),
      packageId: z.literal(PACKAGE_IDS),
      /** The receipt's recipient. */
      userEmail: email,
    }),
    data: z.object({ id: z.uuid() }),
    extras: z.object({ confirmationURL: z.url() }),
    errors: ['provider_failed'],
  },
  'GET /payments': {
    who: 'user',
    scope: 'payments',
    limits: [],
    summary: "The person's payments, newest first",
    query: z.object({ limit: queryLimit, cursor: cursor.optional() }),
    data: z.array(paymentRecord),
    extras: z.object({ meta: z.object({ nextCursor: z.string().nullable() }) }),
    errors: [],
  },
  'GET /payments/{id}': {
    who: 'user',
    scope: 'payments',
    limits: [],
    summary: "One of the person's payments, as the provider knows it now",
    params: z.object({ id: z.uuid() }),
    data: paymentRecord,
    errors: ['not_found'],
  },
  'GET /payments/{id}/document': {
    who: 'user',
    scope: 'payments',
    limits: ['document'],
    summary:
      'A paid payment as a PDF: number, date, seller, buyer, package, amount, refund; or an invoice to pay',
    params: z.object({ id: z.uuid() }),
    query: z.object({ language: z.enum(LANGUAGES).optional() }),
    data: z.file(),
    bare: true,
    /** Also while it is not paid and no invoice. */
    errors: ['not_found'],
  },
  'GET /documents/act': {
    who: 'user',
    scope: 'payments',
    limits: ['document'],
    summary: 'What was rendered for paid uses in a month, as a PDF to sign; of the current month so far',
    query: z.object({
      /** `YYYY-MM`, in Moscow. */
      month: z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'invalid'),
      language: z.enum(LANGUAGES).optional(),
    }),
    data: z.file(),
    bare: true,
    /** Nothing was paid or rendered in that month. */
    errors: ['not_found'],
  },
  'POST /invoices': {
    who: 'user',
    scope: 'payments',
    limits: ['payment'],
    summary:
      'Order a package on an invoice that the company pays by bank transfer; while one waits, the same again',
    body: z.object({ packageId: z.literal(INVOICED_IDS) }),
    data: paymentRecord,
    /** `not_found`: this installation offers no invoices. */
    errors: ['not_found', 'company_missing'],
  },
  'DELETE /invoices/{id}': {
    who: 'user',
    scope: 'payments',
    limits: [],
    summary: 'Cancel an invoice that is not paid',
    params: z.object({ id: z.uuid() }),
    data: paymentRecord,
    errors: ['not_found', 'invoice_settled'],
  },
  'GET /company': {
    who: 'user',
    scope: 'payments',
    limits: [],
    summary: 'The company that documents name as the buyer',
    data: companyRecord.nullable(),
    errors: [],
  },
  'PUT /company': {
    who: 'user',
    scope: 'payments',
    limits: [],
    summary: 'Set it: in Russia with INN and KPP, elsewhere with a VAT number',
    body: givenCompany,
    data: companyRecord,
    errors: [],
  },
  'POST /payments/notifications': {
    who: 'provider',
    limits: ['notifications'],
    furtherLimits: ['notified'],
    summary: 'Receive a notification from the payment provider; only a hint to ask it',
    body: z.object({
      // Any other value cannot concern our payments; it is ignored like a forged one.
      event: providerWord.catch(''),
      object: z
        .object({
          id: providerWord.catch(''),
          metadata: z.object({ payment_id: providerWord.optional() }).nullish().catch(undefined),
        })
        .catch({ id: '' }),
    }),
    data: z.null(),
    /** The sender is outside the provider's networks. */
    errors: ['forbidden'],
    bare: true,
  },
})

/** The states of a refund that the operator may look for. */
const REFUND_STATES = ['created', ...PROGRESS] as const

/** Why an operator refunds. */
export const REFUND_CAUSES = [
  'mistake',
  /** Paid twice. */
  'duplicate',
  /** Contacts did not work. */
  'contacts',
  /** The card's owner did not order it. */
  'unauthorised',
  'goodwill',
  'other',
] as const
export type RefundCause = (typeof REFUND_CAUSES)[number]

/** A payment's id, as the list shows it. */
const id = z.string().trim()

/** A payment in a list. */
const listedPayment = z.object({
  id: z.string(),
  createdAt: z.date(),
  /** When it was paid or canceled; while it is open, when it was ordered. */
  at: z.date(),
  holderId: z.int(),
  packageId: z.int(),
  /** Kopecks. */
  amount: z.int(),
  state: z.enum(PAYMENT_STATES),
  receipt: z.enum(PROGRESS).nullable(),
  /** The state of its refund, if there is one. */
  refund: z.string().nullable(),
  /** Why the provider canceled it. */
  refundCanceled: z.string().nullable(),
})

/** A refund, ours or one made in the provider's cabinet. */
const listedRefund = z.object({
  id: z.string(),
  paymentId: z.string(),
  /** When it was settled; while it is open, when it was ordered. */
  at: z.date(),
  state: z.enum(REFUND_STATES),
  cause: z.enum(REFUND_CAUSES).nullable(),
  reason: z.string(),
  /** Kopecks. */
  amount: z.int(),
  uses: z.int(),
})

/** What happens to a payment. */
export const PAYMENT_EVENTS = [
  'ordered',
  'uncredited',
  'paid',
  'canceled',
  'refund_ordered',
  'refunded',
  'refund_canceled',
] as const

/** What is known of an invoice, for the operator. */
const invoiceRecord = z.object({
  number: z.string(),
  createdAt: z.date(),
  validUntil: z.date(),
  holderId: z.int(),
  /** The company's name and tax number; null when the account is gone. */
  buyer: z.string().nullable(),
  taxNumber: z.string().nullable(),
  packageId: z.int(),
  /** Kopecks. */
  amount: z.int(),
  state: z.enum(PAYMENT_STATES),
})

/** An invoice's number, as it stands on the invoice. */
const invoiceNumber = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{8}$/)
  .meta({ hint: 'number' })

export const paymentsCommands = commands({
  'invoices list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({ state: z.enum(PAYMENT_STATES).meta({ hint: 'state' }).default('pending') }),
    output: z.array(invoiceRecord),
    refusals: [],
  },
  'invoices confirm': {
    atLeast: 'operator',
    input: z.object({
      number: invoiceNumber,
      /** What has arrived, in roubles; nothing else than the invoice's amount is taken. */
      amount: upTo(10_000_000).meta({ problem: 'roubles', hint: 'roubles' }),
    }),
    args: ['number'],
    reason: true,
    dryRun: true,
    output: z.object({
      invoice: invoiceRecord,
      uses: z.int(),
      isChanged: z.boolean(),
      /** It was confirmed after the days for which it was valid. */
      isLate: z.boolean(),
    }),
    refusals: ['no_such_invoice', 'other_amount', 'invoice_canceled', 'account_gone'],
  },
  'invoices cancel': {
    atLeast: 'operator',
    input: z.object({ number: invoiceNumber }),
    args: ['number'],
    reason: true,
    confirm: 'number',
    output: z.object({ invoice: invoiceRecord, isChanged: z.boolean() }),
    refusals: ['no_such_invoice', 'invoice_paid'],
  },
  'payments list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({
      state: z.enum(PAYMENT_STATES).meta({ hint: 'state' }).optional(),
      refund: z.enum(REFUND_STATES).meta({ hint: 'state' }).optional(),
      person: z.int().min(0).max(2_147_483_647).meta({ problem: 'person' }).optional(),
      /** Only those whose money came, also when it went back. */
      paid: z.boolean().default(false),
      /** Only those that the provider has the money for while nothing is credited. */
      uncredited: z.boolean().default(false),
      /** Only those whose fiscal receipt failed. */
      unreceipted: z.boolean().default(false),
      ...period,
      ...page,
    }),
    output: listOf(listedPayment, { kopecks: z.int() }),
    refusals: [],
  },
  'payments refunds': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({ state: z.enum(REFUND_STATES).meta({ hint: 'state' }).optional(), ...period, ...page }),
    output: listOf(listedRefund, { kopecks: z.int(), uses: z.int() }),
    refusals: [],
  },
  'payments show': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({ id }),
    args: ['id'],
    output: listedPayment.extend({
      number: z.string(),
      /** Who ordered it; null: erased. */
      actorId: z.int().nullable(),
      uses: z.int(),
      /** Credited and neither spent nor withdrawn. */
      unspent: z.int(),
      providerId: z.string().nullable(),
      cancelReason: z.enum(CANCEL_REASONS).nullable(),
      /** Of an invoice, until when the transfer is awaited. */
      validUntil: z.date().nullable(),
      /** The buyer's company on documents. */
      company: z.string().nullable(),
      /** Whether there is a document to send to the buyer. */
      hasDocument: z.boolean(),
      refunds: z.array(listedRefund),
      events: z.array(z.object({ at: z.date(), event: z.enum(PAYMENT_EVENTS) })),
    }),
    refusals: ['no_such_payment'],
  },
  'payments document': {
    atLeast: 'support',
    changesNothing: true,
    input: z.object({ id, language: z.enum(LANGUAGES).meta({ hint: 'language' }).default('ru') }),
    args: ['id'],
    /** A PDF in Base64. */
    output: z.object({ name: z.string(), content: z.string() }),
    refusals: ['no_such_payment'],
  },
  'payments settle': {
    atLeast: 'operator',
    input: z.object({ id }),
    args: ['id'],
    output: z.object({ state: z.enum(PAYMENT_STATES) }),
    refusals: ['no_such_payment', 'no_provider_answer'],
  },
  'payments refund': {
    atLeast: 'operator',
    input: z.object({ id, cause: z.enum(REFUND_CAUSES).meta({ hint: 'kind' }).default('other') }),
    args: ['id'],
    reason: true,
    confirm: 'id',
    dryRun: true,
    /** Of an invoice, `isByHand`: the operator transfers the money back. */
    output: z.object({
      state: z.enum(REFUND_STATES),
      amount: z.int(),
      uses: z.int(),
      isByHand: z.boolean(),
    }),
    refusals: [
      'no_such_payment',
      'not_paid',
      'nothing_left',
      'refunded_before',
      'refund_other_first',
      'refund_canceled',
      'no_provider_answer',
    ],
  },
})
