import { integerKey, keysetPage } from '#server/db/keyset-page.ts'
import { Refusal } from '#server/refusal.ts'
import type { Routes } from '#server/feature.ts'
import { activatePromocode } from './activate-promocode.ts'
import { newestMovements, readBalance, type UsesMovement } from './balance.sql.ts'

const BY_ID = integerKey((movement: UsesMovement) => movement.id, Number.MAX_SAFE_INTEGER)

export const usesRoutes = {
  'GET /uses/history': async ({ app: { db, clock }, actor: { holderId }, query }) => {
    const { data, nextCursor } = await keysetPage(query, BY_ID, (place) =>
      newestMovements(db, holderId, place),
    )
    return { data, meta: { ...(await readBalance(db, holderId, clock.now())), nextCursor } }
  },

  'PUT /promocode': async ({ app, actor, body: { promocode, email } }) => {
    if ((email ?? actor.email) !== actor.email) throw new Refusal('forbidden')
    return {
      data: await activatePromocode(app, { ...actor, promocode }),
    }
  },
} satisfies Partial<Routes>
