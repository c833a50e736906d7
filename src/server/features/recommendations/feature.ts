import type { Feature } from '#server/feature.ts'
import { recommendationsRoutes } from './recommendations.routes.ts'

/** Channels like another one or like those that a person has bought, each with its reasons. */
export const recommendations = {
  name: 'recommendations',
  routes: recommendationsRoutes,
  tables: ['dismissed_channel', 'recommendation_choice', 'co_purchase'],
} as const satisfies Feature<'recommendations'>
