import type { Feature } from '#server/feature.ts'
import { seedsRoutes } from './seeds.routes.ts'

/** Lists of names and addresses, looked up line by line. */
export const seeds = { name: 'seeds', routes: seedsRoutes } as const satisfies Feature<'seeds'>
