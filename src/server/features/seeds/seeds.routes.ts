import type { Routes } from '#server/feature.ts'
import { exportSeeds } from './export-seeds.ts'
import { findSeeds } from './find-seeds.ts'

export const seedsRoutes = {
  'POST /seeds': async ({ app, caller, body: { lines }, request: { network, signal } }) => ({
    data: await findSeeds(app, { lines, personId: caller?.personId ?? null, network, signal }),
  }),

  'POST /seeds/exports': async ({ app, caller, body, request: { language, network } }) => ({
    file: await exportSeeds(app, { ...body, caller, network, language }),
  }),
} satisfies Partial<Routes>
