import type { Feature } from '#server/feature.ts'
import { cardsData } from './cards-data.sql.ts'
import { cardsInvariants } from './cards-invariants.sql.ts'
import { cardsRoutes } from './cards.routes.ts'

/** The channels that a holder works with, bought or not: how far each has got, and lists of them. */
export const cards = {
  name: 'cards',
  routes: cardsRoutes,
  tables: ['card', 'list', 'list_card', 'card_event'],
  invariants: cardsInvariants,
  personalData: [cardsData],
} as const satisfies Feature<'cards'>
