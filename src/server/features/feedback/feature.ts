import type { Feature } from '#server/feature.ts'
import { feedbackData } from './feedback-data.sql.ts'
import { feedbackRoutes } from './feedback.routes.ts'

/** Votes for what is built next, reviews, sponsors. */
export const feedback = {
  name: 'feedback',
  routes: feedbackRoutes,
  tables: ['vote', 'review', 'sponsor'],
  personalData: [feedbackData],
  commands: ['sponsors', 'reviews'],
} as const satisfies Feature<'feedback'>
