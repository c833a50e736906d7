import type { Feature } from '#server/feature.ts'
import { sessionsData } from './sessions-data.sql.ts'
import { sessionsRoutes } from './sessions.routes.ts'

/** Who is calling: sessions, and what a session knows of its person. */
export const sessions = {
  name: 'sessions',
  routes: sessionsRoutes,
  tables: ['session'],
  personalData: [sessionsData],
} as const satisfies Feature<'sessions'>
