import { Refusal } from '#server/refusal.ts'
import type { Routes } from '#server/route.ts'
import { claimPurchase } from './claim-purchase.ts'
import { removePurchase } from './remove-purchase.ts'
import { revealContact } from './reveal-contact.ts'
import { countPurchases, newestPurchases } from './reveals.sql.ts'

const MAX_INTEGER = 2_147_483_647

export const revealsRoutes = {
  'POST /getemail': async ({ app, caller, body }) => ({
    data: await revealContact(app, { personId: caller.personId, channelId: body.channelId }),
  }),

  'POST /purchase/{userId}': async ({ app, caller, body }) => ({
    data: { purchase: await claimPurchase(app, { ...body, personId: caller.personId }) },
  }),

  'GET /purchases': async ({ app: { db }, caller: { personId }, query: { limit, cursor, channelId } }) => {
    const before = cursor === undefined ? undefined : readCursor(cursor)
    // One more than asked for tells whether there is a next page.
    const found = await newestPurchases(db, personId, { limit: limit + 1, before, channelId })
    const data = found.slice(0, limit)
    const last = data.at(-1)
    const nextCursor = found.length > limit && last !== undefined ? writeCursor(last.transaction_id) : null
    // Of a channel there is one record.
    const total = channelId === undefined ? await countPurchases(db, personId) : data.length
    return { data, meta: { total, nextCursor } }
  },

  'DELETE /rmpurchase/{userId}': async ({ app, caller, body }) => {
    await removePurchase(app, {
      personId: caller.personId,
      channelName: body.channelName,
      transactionId: body.transaction_id ?? null,
      channelId: body.channelId ?? null,
    })
    return { data: null }
  },
} satisfies Partial<Routes>

function writeCursor(transactionId: number): string {
  return Buffer.from(String(transactionId)).toString('base64url')
}

function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString()
  const transactionId = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (transactionId <= MAX_INTEGER) return transactionId
  throw new Refusal('invalid_input', { fields: { cursor: 'invalid' } })
}
