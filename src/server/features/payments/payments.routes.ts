import type { paymentsEndpoints } from '#shared/api/payments.ts'
import { type Keyset, keysetPage } from '#server/db/keyset-page.ts'
import type { Routes } from '#server/feature.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { receiveNotification } from './receive-notification.ts'
import { readCompany, writeCompany } from './company.sql.ts'
import { cancelInvoice, orderInvoice } from './order-invoice.ts'
import { newestPayments, type PaymentPlace, type PaymentRecord } from './payments.sql.ts'
import { UUID } from './settlement.sql.ts'
import { startPayment } from './start-payment.ts'
import { watchPayment } from './watch-payment.ts'
import { writeAct, writeDocument } from './write-document.ts'

const BY_TIME: Keyset<PaymentRecord, PaymentPlace> = {
  write: ({ createdAt, id }) => `${createdAt} ${id}`,
  read(text) {
    const [, createdAt = '', id = ''] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([0-9a-f-]{36})$/.exec(text) ?? []
    const instant = new Date(createdAt)
    const isOurs = !Number.isNaN(instant.getTime()) && UUID.test(id)
    return isOurs ? { createdAt: instant, id } : undefined
  },
}

export const paymentsRoutes: Pick<Routes, keyof typeof paymentsEndpoints> = {
  'POST /payment': async ({ app, actor, body, request }) => {
    const { id, confirmationUrl } = await startPayment(app, {
      holderId: actor.holderId,
      actorId: actor.personId,
      packageId: body.packageId,
      email: body.userEmail,
      network: request.network,
      language: request.language,
    })
    return { data: { id }, confirmationURL: confirmationUrl }
  },

  'GET /payments': async ({ app: { db }, actor: { holderId }, query }) => {
    const { data, nextCursor } = await keysetPage(query, BY_TIME, (place) =>
      newestPayments(db, holderId, place),
    )
    return { data, meta: { nextCursor } }
  },

  'GET /payments/{id}': async ({ app, actor: { holderId }, params: { id } }) => ({
    data: await watchPayment(app, { holderId, id }),
  }),

  'GET /payments/{id}/document': async ({ app, actor: { holderId }, params: { id }, query, request }) => ({
    file: await writeDocument(app, { holderId, id, language: query.language ?? request.language }),
  }),

  'GET /documents/act': async ({ app, actor: { holderId, email }, query, request }) => ({
    file: await writeAct(app, {
      holderId,
      email,
      month: query.month,
      language: query.language ?? request.language,
    }),
  }),

  'POST /invoices': async ({ app, actor, body, request }) => {
    const { holderId, personId: actorId, email } = actor
    return {
      data: await orderInvoice(app, { holderId, actorId, email, language: request.language, ...body }),
    }
  },

  'DELETE /invoices/{id}': async ({ app, actor: { holderId }, params: { id } }) => ({
    data: await cancelInvoice(app, { holderId, id }),
  }),

  'GET /company': async ({ app: { db }, actor: { holderId } }) => ({ data: await readCompany(db, holderId) }),

  'PUT /company': async ({ app, actor: { holderId, personId: actorId }, body: company }) => {
    const now = app.clock.now()
    await holderTransaction(app, { holderId, actorId, scope: 'payments' }, (tx) =>
      writeCompany(tx, { holderId, company, now }),
    )
    return { data: company }
  },

  'POST /payments/notifications': async ({ app, body: { event, object }, request: { address } }) => {
    const paymentId = object.metadata?.payment_id ?? null
    await receiveNotification(app, { address, event, objectId: object.id, paymentId })
    return { data: null }
  },
}
