import type { Feature } from '#server/feature.ts'
import { searchRoutes } from './search.routes.ts'

/** Search and filters over the catalogue. */
export const search = {
  name: 'search',
  routes: searchRoutes,
  tables: ['shown_channel'],
} as const satisfies Feature<'search'>
