import type { Routes } from '#server/feature.ts'
import { searchTopics } from './search-topics.ts'

export const topicsRoutes = {
  'POST /topics': ({ app, body, request }) => searchTopics(app, body, request.signal),
} satisfies Partial<Routes>
