import type { Feature } from '#server/feature.ts'
import { cardsRoutes } from './cards.routes.ts'

/** The channels that a holder works with, bought or not: how far each has got, and lists of them. */
export const cards = {
  name: 'cards',
  routes: cardsRoutes,
} as const satisfies Feature<'cards'>
