import type { Feature } from '#server/feature.ts'
import { templatesData } from './templates-data.sql.ts'
import { templatesRoutes } from './templates.routes.ts'

/** Templates of the emails that people write to creators in their own mail programs. Nothing is sent from here. */
export const templates = {
  name: 'templates',
  routes: templatesRoutes,
  tables: ['email_template'],
  personalData: [templatesData],
} as const satisfies Feature<'templates'>
