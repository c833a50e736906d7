import { moscowDate } from '#server/clock.ts'
import { keysetPage } from '#server/db/keyset-page.ts'
import type { Routes } from '#server/feature.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { changeCard, changeCards, changePurchase } from './change-cards.ts'
import {
  BY_ADDITION,
  BY_EVENT,
  type Card,
  countCards,
  findCard,
  readCards,
  readEvents,
  readTags,
} from './cards.sql.ts'
import { applyFile, previewFile } from './apply-file.ts'
import { exportCards } from './export-cards.ts'
import {
  deleteList,
  endSharing,
  makeList,
  putChannels,
  renameList,
  shareList,
  takeChannels,
} from './change-lists.ts'
import { countShared, deleteCards, findShared, readLists, readShared } from './lists.sql.ts'

/** Most that one page of what is due has. */
const DUE = 500

export const cardsRoutes = {
  'GET /lists': async ({ app, actor: { holderId } }) => ({ data: await readLists(app.db, app, holderId) }),

  'POST /lists': async ({ app, actor: { holderId, personId: actorId }, body }) => ({
    data: await makeList(app, { ...body, holderId, actorId }),
  }),

  'PUT /lists/{listId}': async ({ app, actor: { holderId, personId: actorId }, params, body }) => ({
    data: await renameList(app, { ...params, ...body, holderId, actorId }),
  }),

  'DELETE /lists/{listId}': async ({ app, actor: { holderId, personId: actorId }, params }) => ({
    data: await deleteList(app, { ...params, holderId, actorId }),
  }),

  'PUT /lists/{listId}/channels': async ({ app, actor: { holderId, personId: actorId }, params, body }) => ({
    data: await putChannels(app, { ...params, ...body, holderId, actorId }),
  }),

  'DELETE /lists/{listId}/channels': async ({
    app,
    actor: { holderId, personId: actorId },
    params,
    body,
  }) => ({
    data: await takeChannels(app, { ...params, ...body, holderId, actorId }),
  }),

  'PUT /lists/{listId}/link': async ({ app, actor: { holderId, personId: actorId }, params }) => ({
    data: await shareList(app, { ...params, holderId, actorId }),
  }),

  'DELETE /lists/{listId}/link': async ({ app, actor: { holderId, personId: actorId }, params }) => ({
    data: await endSharing(app, { ...params, holderId, actorId }),
  }),

  'GET /shared-lists/{token}': async ({ app, params, query }) => {
    const list = await findShared(app, params.token)
    if (list === undefined) throw new Refusal('not_found')
    const { data, nextCursor } = await keysetPage(query, BY_ADDITION, (place) => readShared(app, list, place))
    const channels = data.map(({ channel }) => channel)
    return { data: { name: list.name, channels }, meta: { total: await countShared(app, list), nextCursor } }
  },

  'GET /cards': async ({ app: { db }, actor: { holderId }, query: { limit, cursor, ...wanted } }) => {
    const { data, nextCursor } = await keysetPage({ limit, cursor }, BY_ADDITION, (place) =>
      readCards(db, holderId, wanted, place),
    )
    const total = await countCards(db, holderId, wanted)
    return { data: data.map(({ card }) => card), meta: { total, nextCursor } }
  },

  'GET /cards/today': async ({ app: { db, clock }, actor: { holderId } }) => {
    const today = moscowDate(clock.now())
    const rows = await readCards(db, holderId, { due: today }, { limit: DUE, isByDate: true })
    const byOwner = Map.groupBy(rows, ({ card: { owner } }) => owner?.userId)
    const data = [...byOwner.values()].map((due) => ofOwner(due.map(({ card }) => card)))
    return { data, meta: { today } }
  },

  'GET /cards/tags': async ({ app: { db }, actor: { holderId } }) => ({ data: await readTags(db, holderId) }),

  'PATCH /cards/{channelId}': async ({ app, actor: { holderId, personId: actorId }, params, body }) => {
    const { version, ...patch } = body
    const { card, before } = await changeCard(app, { holderId, actorId, ...params, version, patch })
    return { data: card, meta: { before } }
  },

  'POST /cards/bulk': async ({
    app,
    actor: { holderId, personId: actorId },
    body: { channelIds, patch },
  }) => ({
    data: await changeCards(app, {
      holderId,
      actorId,
      changes: channelIds.map((channelId) => ({ channelId, version: null, patch })),
      path: 'patch.',
    }),
  }),

  'PATCH /cards': async ({ app, actor: { holderId, personId: actorId }, body: { changes } }) => ({
    data: await changeCards(app, {
      holderId,
      actorId,
      changes: changes.map(({ channelId, version, ...patch }) => ({ channelId, version, patch })),
      path: 'changes.',
    }),
  }),

  'GET /exports': async ({
    app,
    actor: { holderId, personId: actorId },
    query,
    request: { language, network },
  }) => ({ file: await exportCards(app, { holderId, actorId, network, language, ...query }) }),

  'POST /cards/file/preview': async ({ app, actor: { holderId }, body }) => ({
    data: await previewFile(app, { holderId, ...body }),
  }),

  'POST /cards/file': async ({ app, actor: { holderId, personId: actorId }, body }) => ({
    data: await applyFile(app, { holderId, actorId, ...body }),
  }),

  'DELETE /cards': async ({ app, actor: { holderId, personId: actorId }, body: { channelIds } }) => {
    const acting = { holderId, actorId, scope: 'purchases:write' } as const
    const deleted = await holderTransaction(app, acting, (tx) => deleteCards(tx, holderId, channelIds))
    return { data: { deleted } }
  },

  'GET /cards/{channelId}/events': async ({ app: { db }, actor: { holderId }, params, query }) => {
    const channel = await findCard(db, holderId, params.channelId)
    if (channel === undefined) throw new Refusal('not_found')
    const { data, nextCursor } = await keysetPage(query, BY_EVENT, (place) =>
      readEvents(db, { holderId, channel }, place),
    )
    return { data: data.map(({ event }) => event), meta: { nextCursor } }
  },

  'PATCH /purchases/{transactionId}': async ({
    app,
    actor: { holderId, personId: actorId },
    params,
    body,
  }) => ({
    data: await changePurchase(app, { holderId, actorId, ...params, ...body }),
  }),
} satisfies Partial<Routes>

function ofOwner(cards: Card[]) {
  return { owner: cards[0]?.owner ?? null, cards }
}
