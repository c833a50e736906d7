import { integerKey, keysetPage } from '#server/db/keyset-page.ts'
import { Refusal } from '#server/refusal.ts'
import type { Routes } from '#server/feature.ts'
import { activatePromocode } from './activate-promocode.ts'
import { newestMovements, readBalance, type UsesMovement } from './balance.sql.ts'

/** The key of a list of movements. */
export const BY_ID = integerKey((movement: UsesMovement) => movement.id, Number.MAX_SAFE_INTEGER)

export const usesRoutes = {
  'GET /uses/history': async ({ app: { db, clock }, actor: { holderId }, query }) => {
    const page = await keysetPage(query, BY_ID, (place) => newestMovements(db, holderId, place))
    const { nextCursor } = page
    // The operator's notes are for operators.
    const data = page.data.map(({ balance: _, note: __, ...movement }) => movement)
    return { data, meta: { ...(await readBalance(db, holderId, clock.now())), nextCursor } }
  },

  'PUT /promocode': async ({ app, actor, body: { promocode, email } }) => {
    if ((email ?? actor.email) !== actor.email) throw new Refusal('forbidden')
    return {
      data: await activatePromocode(app, { ...actor, promocode }),
    }
  },
} satisfies Partial<Routes>
