import { personOf } from '#server/actor/actor.ts'
import type { Routes } from '#server/feature.ts'
import { listVideos } from './list-videos.ts'
import { reportAlive } from './report-alive.ts'
import { showChannel } from './show-channel.ts'

export const channelsRoutes = {
  'GET /channels/{channelId}': async ({ app, params }) => ({
    data: await showChannel(app, params.channelId),
  }),
  'GET /channels/{channelId}/videos': async ({ app, params, actor, request: { network } }) => ({
    data: await listVideos(app, {
      ...params,
      looker: { personId: personOf(actor)?.personId ?? null, network },
    }),
  }),
  'POST /channels/{channelId}/alive': async ({ app, params, actor: { personId } }) => ({
    data: await reportAlive(app, { ...params, personId }),
  }),
} satisfies Partial<Routes>
