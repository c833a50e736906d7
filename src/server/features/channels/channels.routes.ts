import type { Routes } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'
import { showChannel } from './show-channel.ts'

export const channelsRoutes = {
  'GET /channels/{channelId}': async ({ app, params }) => ({
    data: await showChannel(app, params.channelId),
  }),
  'GET /channels/{channelId}/videos': () => Promise.reject(new Refusal('unavailable')),
  'POST /channels/{channelId}/alive': () => Promise.reject(new Refusal('unavailable')),
} satisfies Partial<Routes>
