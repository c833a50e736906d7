import { Refusal } from '#server/refusal.ts'
import type { Routes } from '#server/feature.ts'

const later = async (): Promise<never> => {
  throw new Refusal('unavailable')
}

export const cardsRoutes = {
  'GET /lists': later,
  'POST /lists': later,
  'PUT /lists/{listId}': later,
  'DELETE /lists/{listId}': later,
  'PUT /lists/{listId}/channels': later,
  'DELETE /lists/{listId}/channels': later,
  'PUT /lists/{listId}/link': later,
  'DELETE /lists/{listId}/link': later,
  'GET /shared-lists/{token}': later,
  'GET /cards': later,
  'GET /cards/today': later,
  'GET /cards/tags': later,
  'PATCH /cards/{channelId}': later,
  'POST /cards/bulk': later,
  'PATCH /cards': later,
  'DELETE /cards': later,
  'GET /cards/{channelId}/events': later,
} satisfies Partial<Routes>
