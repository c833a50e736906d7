import type { paymentsEndpoints } from '#shared/api/payments.ts'
import { Refusal } from '#server/refusal.ts'
import type { Routes } from '#server/route.ts'
import { receiveNotification } from './receive-notification.ts'
import { newestPayments } from './payments.sql.ts'
import { startPayment } from './start-payment.ts'
import { watchPayment } from './watch-payment.ts'

export const paymentsRoutes: Pick<Routes, keyof typeof paymentsEndpoints> = {
  'POST /payment': async ({ app, caller, body, request }) => {
    const { id, confirmationUrl } = await startPayment(app, {
      personId: caller.personId,
      packageId: body.packageId,
      email: body.userEmail,
      network: request.network,
      language: request.language,
    })
    return { data: { id }, confirmationURL: confirmationUrl }
  },

  'GET /payments': async ({ app: { db }, caller: { personId }, query: { limit, cursor } }) => {
    const after = cursor === undefined ? null : readCursor(cursor)
    // One more than asked for tells whether there is a next page.
    const found = await newestPayments(db, personId, { limit: limit + 1, after })
    const data = found.slice(0, limit)
    const last = data.at(-1)
    const nextCursor = found.length > limit && last !== undefined ? writeCursor(last) : null
    return { data, meta: { nextCursor } }
  },

  'GET /payments/{id}': async ({ app, caller: { personId }, params: { id } }) => ({
    data: await watchPayment(app, { personId, id }),
  }),

  'POST /payments/notifications': async ({ app, body: { event, object }, request: { address } }) => {
    const paymentId = object.metadata?.payment_id ?? null
    await receiveNotification(app, { address, event, objectId: object.id, paymentId })
    return { data: null }
  },
}

function writeCursor({ createdAt, id }: { readonly createdAt: string; readonly id: string }): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url')
}

function readCursor(cursor: string): { readonly createdAt: Date; readonly id: string } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, createdAt = '', id = ''] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([0-9a-f-]{36})$/.exec(text) ?? []
  const instant = new Date(createdAt)
  if (Number.isNaN(instant.getTime()) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) {
    throw new Refusal('invalid_input', { fields: { cursor: 'invalid' } })
  }
  return { createdAt: instant, id }
}
