import { personOf } from '#server/actor/actor.ts'
import type { Routes } from '#server/feature.ts'
import { exportSeeds } from './export-seeds.ts'
import { findSeeds } from './find-seeds.ts'

export const seedsRoutes = {
  'POST /seeds': async ({ app, actor, body: { lines }, request: { network, signal } }) => ({
    data: await findSeeds(app, { lines, personId: personOf(actor)?.personId ?? null, network, signal }),
  }),

  'POST /seeds/exports': async ({ app, actor, body, request: { language, network } }) => ({
    file: await exportSeeds(app, { ...body, actor, network, language }),
  }),
} satisfies Partial<Routes>
