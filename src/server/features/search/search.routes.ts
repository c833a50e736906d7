import type { Routes } from '#server/route.ts'
import { filterChannels } from './filter-channels.ts'
import { searchChannels } from './search-channels.ts'

export const searchRoutes = {
  'POST /search': ({ app, body }) => searchChannels(app, body),
  'POST /filter': ({ app, body }) => filterChannels(app, body),
} satisfies Partial<Routes>
