import type { Feature } from '#server/feature.ts'
import { consoleRoutes } from './console.routes.ts'
import { operatorData } from './operators.sql.ts'
import { operatorsCommands } from './run-operators.ts'

/** Who runs the installation in a browser, and how they prove it. */
export const consoleFeature = {
  name: 'console',
  routes: consoleRoutes,
  tables: ['operator', 'operator_proof', 'owner_link'],
  personalData: [operatorData],
  commands: operatorsCommands,
} as const satisfies Feature<'console'>
