import { integerKey, keysetPage } from '#server/db/keyset-page.ts'
import type { Routes } from '#server/feature.ts'
import { claimPurchase } from './claim-purchase.ts'
import { quoteReveals } from './quote-reveals.ts'
import { readResults } from './quotes.sql.ts'
import { removePurchase } from './remove-purchase.ts'
import { revealContact } from './reveal-contact.ts'
import { progressOf, startBulkReveal, stopBulkReveal } from './reveal-in-bulk.ts'
import { countPurchases, newestPurchases, type PurchaseRecord } from './reveals.sql.ts'

const BY_TRANSACTION = integerKey((record: PurchaseRecord) => record.transaction_id, 2_147_483_647)

export const revealsRoutes = {
  'POST /getemail': async ({ app, actor: { holderId, personId: actorId }, body: { channelId } }) => ({
    data: await revealContact(app, { holderId, actorId, channelId }),
  }),

  'POST /reveals/quote': async ({ app, actor: { holderId, personId: actorId }, body: { channelIds } }) => ({
    data: await quoteReveals(app, { holderId, actorId, channelIds }),
  }),

  'POST /reveals': async ({ app, actor: { holderId, personId: actorId }, body: { quoteId } }) => ({
    data: await startBulkReveal(app, { holderId, actorId, quoteId }),
  }),

  'GET /reveals/{jobId}': async ({
    app,
    actor: { holderId, personId: actorId },
    params: { jobId: quoteId },
  }) => ({
    data: progressOf(await readResults(app.db, { holderId, actorId, quoteId })),
  }),

  'DELETE /reveals/{jobId}': async ({
    app,
    actor: { holderId, personId: actorId },
    params: { jobId: quoteId },
  }) => ({
    data: await stopBulkReveal(app, { holderId, actorId, quoteId }),
  }),

  'POST /purchase/{userId}': async ({ app, actor, body }) => ({
    data: {
      purchase: await claimPurchase(app, { ...body, holderId: actor.holderId, actorId: actor.personId }),
    },
  }),

  'GET /purchases': async ({ app: { db }, actor: { holderId }, query }) => {
    const { channelId: channelIds } = query
    const { data, nextCursor } = await keysetPage(query, BY_TRANSACTION, (place) =>
      newestPurchases(db, holderId, { ...place, channelIds }),
    )
    return { data, meta: { total: await countPurchases(db, holderId, channelIds), nextCursor } }
  },

  'DELETE /rmpurchase/{userId}': async ({ app, actor, body }) => {
    await removePurchase(app, {
      holderId: actor.holderId,
      actorId: actor.personId,
      channelName: body.channelName,
      transactionId: body.transaction_id ?? null,
      channelId: body.channelId ?? null,
    })
    return { data: null }
  },
} satisfies Partial<Routes>
