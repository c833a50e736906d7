import type { Routes } from '#server/feature.ts'
import { filterChannels, searchChannels } from './search-channels.ts'

export const searchRoutes = {
  'POST /search': ({ app, body, request }) => searchChannels(app, body, request.signal),
  'POST /filter': ({ app, body, request }) => filterChannels(app, body, request.signal),
} satisfies Partial<Routes>
