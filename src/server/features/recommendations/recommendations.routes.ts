import type { Routes } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'

const unavailable = () => Promise.reject(new Refusal('unavailable'))

export const recommendationsRoutes = {
  'GET /channels/{channelId}/similar': unavailable,
  'GET /recommendations': unavailable,
  'PUT /recommendations/dismissed/{channelId}': unavailable,
  'DELETE /recommendations/dismissed/{channelId}': unavailable,
  'GET /recommendations/choice': unavailable,
  'PUT /recommendations/choice': unavailable,
} satisfies Partial<Routes>
