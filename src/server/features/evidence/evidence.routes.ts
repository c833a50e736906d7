import type { Routes } from '#server/feature.ts'
import { reportContact } from './report-contact.ts'
import { readTrust } from './trust.sql.ts'
import { showEvidence } from './show-evidence.ts'

export const evidenceRoutes = {
  'GET /channels/{channelId}/evidence': async ({ app, params, actor }) => ({
    data: await showEvidence(app, { ...params, isLoggedIn: actor.kind === 'person' }),
  }),
  'POST /purchases/{transactionId}/report': async ({
    app,
    actor: { holderId, personId: actorId },
    params,
    body,
  }) => ({
    data: await reportContact(app, { holderId, actorId, ...params, ...body }),
  }),
  'GET /trust': async ({ app }) => ({ data: await readTrust(app) }),
} satisfies Partial<Routes>
