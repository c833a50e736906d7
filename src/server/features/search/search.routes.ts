import type { Routes } from '#server/feature.ts'
import { filterChannels, searchChannels } from './search-channels.ts'

export const searchRoutes = {
  'POST /search': ({ app, body }) => searchChannels(app, body),
  'POST /filter': ({ app, body }) => filterChannels(app, body),
} satisfies Partial<Routes>
