import { Refusal } from '#server/refusal.ts'
import type { Routes } from '#server/route.ts'
import { activatePromocode } from './activate-promocode.ts'
import { newestMovements, restOf } from './history.sql.ts'

export const usesRoutes = {
  'GET /uses/history': async ({ app: { db, clock }, caller: { personId }, query: { limit, cursor } }) => {
    const before = cursor === undefined ? undefined : readCursor(cursor)
    // One more than asked for tells whether there is a next page.
    const found = await newestMovements(db, personId, { limit: limit + 1, before })
    const data = found.slice(0, limit)
    const last = data.at(-1)
    const nextCursor = found.length > limit && last !== undefined ? writeCursor(last.id) : null
    return { data, meta: { ...(await restOf(db, personId, clock.now())), nextCursor } }
  },

  'PUT /promocode': async ({ app, caller, body: { promocode, email } }) => {
    if ((email ?? caller.email) !== caller.email) throw new Refusal('forbidden')
    return {
      data: await activatePromocode(app, { personId: caller.personId, email: caller.email, promocode }),
    }
  },
} satisfies Partial<Routes>

function writeCursor(movement: number): string {
  return Buffer.from(String(movement)).toString('base64url')
}

function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString()
  if (/^[0-9]{1,15}$/.test(text)) return Number(text)
  throw new Refusal('invalid_input', { fields: { cursor: 'invalid' } })
}
