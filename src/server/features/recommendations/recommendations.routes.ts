import type { Routes } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'
import { findSimilar } from './find-similar.ts'

const unavailable = () => Promise.reject(new Refusal('unavailable'))

export const recommendationsRoutes = {
  'GET /channels/{channelId}/similar': ({ app, params, query, caller, request }) =>
    findSimilar(app, { ...params, ...query, personId: caller?.personId ?? null, signal: request.signal }),
  'GET /recommendations': unavailable,
  'PUT /recommendations/dismissed/{channelId}': unavailable,
  'DELETE /recommendations/dismissed/{channelId}': unavailable,
  'GET /recommendations/choice': unavailable,
  'PUT /recommendations/choice': unavailable,
} satisfies Partial<Routes>
