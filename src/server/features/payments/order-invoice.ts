import { INVOICE_DAYS } from '#shared/rules/company.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { packageOf } from '#shared/rules/uses.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { readBank } from '#server/config/shop.ts'
import type { Core } from '#server/core.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { readCompany } from './company.sql.ts'
import { findOpenInvoice } from './invoices.sql.ts'
import { findPayment, type PaymentRecord } from './payments.sql.ts'
import { advancePayment, insertPayment } from './settlement.sql.ts'

interface InvoiceOrder {
  readonly holderId: number
  readonly actorId: number
  readonly packageId: number
  /** Where the document goes once the transfer has arrived. */
  readonly email: string
  readonly language: Language
}

/**
 * Orders a package on an invoice: a payment that the operator confirms when the bank transfer arrives. While an invoice for
 * the same package waits, it is that one.
 * @throws Refusal not_found: no invoices here; company_missing, session_expired
 */
export async function orderInvoice(
  core: Core,
  { holderId, actorId, packageId, email, language }: InvoiceOrder,
): Promise<PaymentRecord> {
  if (readBank(core.config) === null) throw new Refusal('not_found')
  const id = await holderTransaction(core, { holderId, actorId, scope: 'payments' }, async (tx) => {
    if ((await readCompany(tx, holderId)) === null) throw new Refusal('company_missing')
    const now = core.clock.now()
    const waiting = await findOpenInvoice(tx, { holderId, packageId, now })
    if (waiting !== undefined) return waiting.id
    const { uses, price } = packageOf(packageId)
    const [newId, idempotenceKey] = [core.random.uuid(), core.random.uuid()]
    const validUntil = new Date(now.getTime() + INVOICE_DAYS * DAY_MS)
    const order = { holderId, actorId, packageId, uses, amount: price * 100, language, email }
    await insertPayment(tx, { id: newId, ...order, idempotenceKey, createdAt: now, validUntil })
    return newId
  })
  return requireInvoice(core, { holderId, id })
}

/** Cancels a holder's invoice. Again: nothing happens. @throws Refusal not_found; invoice_settled: it is paid */
export async function cancelInvoice(
  core: Core,
  invoice: { readonly holderId: number; readonly id: string },
): Promise<PaymentRecord> {
  const { id } = await requireInvoice(core, invoice)
  const settledAt = core.clock.now()
  await advancePayment(core.db, {
    id,
    from: ['pending'],
    to: 'canceled',
    cancelReason: 'withdrawn',
    settledAt,
  })
  const canceled = await requireInvoice(core, invoice)
  if (canceled.state !== 'canceled') throw new Refusal('invoice_settled')
  return canceled
}

async function requireInvoice(
  { db }: Core,
  invoice: { readonly holderId: number; readonly id: string },
): Promise<PaymentRecord> {
  const payment = await findPayment(db, invoice)
  if (payment === null || payment.validUntil === null) throw new Refusal('not_found')
  return payment
}
