import type { Feature } from '#server/feature.ts'
import { purchasesData } from './purchases-data.sql.ts'
import { revealsInvariants } from './reveals-invariants.sql.ts'
import { revealsRoutes } from './reveals.routes.ts'

/** Contacts that are bought, and the records that people keep of them. */
export const reveals = {
  name: 'reveals',
  routes: revealsRoutes,
  tables: ['reveal', 'purchase'],
  invariants: revealsInvariants,
  personalData: [purchasesData],
} as const satisfies Feature<'reveals'>
