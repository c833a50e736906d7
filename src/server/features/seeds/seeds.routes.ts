import type { Routes } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'

export const seedsRoutes = {
  'POST /seeds': () => Promise.reject(new Refusal('unavailable')),
  'POST /seeds/exports': () => Promise.reject(new Refusal('unavailable')),
} satisfies Partial<Routes>
