import { personOf } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { type Keyset, keysetPage } from '#server/db/keyset-page.ts'
import type { Routes } from '#server/feature.ts'
import { findChannel } from '#server/features/catalogue/find-channel.sql.ts'
import { Refusal } from '#server/refusal.ts'
import { readChoice, writeChoice } from './choice.sql.ts'
import {
  countDismissed,
  dismissChannel,
  type Dismissed,
  type DismissedPlace,
  listDismissed,
  restoreChannel,
} from './dismissed.sql.ts'
import { findSimilar } from './find-similar.ts'
import { recommendChannels } from './recommend-channels.ts'

const BY_DISMISSAL: Keyset<Dismissed, DismissedPlace> = {
  write: ({ dismissedAt, id }) => `${dismissedAt.getTime()} ${id}`,
  read(text) {
    const [, at, id] = /^(\d{1,14}) (\d{1,15})$/.exec(text) ?? []
    return at === undefined ? undefined : { dismissedAt: new Date(Number(at)), id: Number(id) }
  },
}

export const recommendationsRoutes = {
  'GET /channels/{channelId}/similar': ({ app, params, query, actor, request }) =>
    findSimilar(app, {
      ...params,
      ...query,
      holderId: personOf(actor)?.holderId ?? null,
      signal: request.signal,
    }),

  'GET /recommendations': ({ app, query, actor: { holderId }, request: { signal } }) =>
    recommendChannels(app, { ...query, holderId, signal }),

  'GET /recommendations/dismissed': async ({ app: { db, demo }, actor: { holderId }, query }) => {
    const { data, nextCursor } = await keysetPage(query, BY_DISMISSAL, (place) =>
      listDismissed(db, holderId, { ...place, withDemo: demo !== null }),
    )
    return {
      data: data.map(({ channelId, channel_name, dismissedAt }) => ({
        channelId,
        channel_name,
        dismissedAt: dismissedAt.toISOString(),
      })),
      meta: { total: await countDismissed(db, holderId, { withDemo: demo !== null }), nextCursor },
    }
  },

  'PUT /recommendations/dismissed/{channelId}': async ({ app, actor: { holderId }, params }) => {
    const channelId = await knownChannel(app, params.channelId)
    const isDismissed = await dismissChannel(app.db, { holderId, channelId, now: app.clock.now() })
    if (!isDismissed) throw new Refusal('not_found')
    return { data: null }
  },

  'DELETE /recommendations/dismissed/{channelId}': async ({ app, actor: { holderId }, params }) => {
    const channelId = await knownChannel(app, params.channelId)
    if (!(await restoreChannel(app.db, { holderId, channelId }))) throw new Refusal('not_found')
    return { data: null }
  },

  'GET /recommendations/choice': async ({ app: { db }, actor: { holderId } }) => ({
    data: { countsPurchases: await readChoice(db, holderId) },
  }),

  'PUT /recommendations/choice': async ({ app, actor: { holderId }, body }) => {
    // The account was deleted meanwhile.
    if (!(await writeChoice(app, { holderId, ...body }))) throw new Refusal('not_logged_in')
    return { data: body }
  },
} satisfies Partial<Routes>

async function knownChannel({ db, demo }: Core, channelId: string) {
  const channel = await findChannel(db, channelId, { demo })
  if (channel === null) throw new Refusal('not_found')
  return channel.id
}
