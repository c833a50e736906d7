import type { Routes } from '#server/route.ts'
import { filterChannels } from './filter-channels.ts'
import { searchChannels } from './search-channels.ts'

export const catalogueRoutes = {
  'POST /search': ({ app, body }) => searchChannels(app, body, { withDemo: true }),
  'POST /filter': ({ app, body }) => filterChannels(app, body, { withDemo: true }),
} satisfies Partial<Routes>
