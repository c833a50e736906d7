import type { Routes } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'

export const channelsRoutes = {
  'GET /channels/{channelId}': () => Promise.reject(new Refusal('unavailable')),
  'GET /channels/{channelId}/videos': () => Promise.reject(new Refusal('unavailable')),
  'POST /channels/{channelId}/alive': () => Promise.reject(new Refusal('unavailable')),
} satisfies Partial<Routes>
