import type { Routes } from '#server/feature.ts'
import { reportContact } from './report-contact.ts'
import { readTrust } from './trust.sql.ts'

export const evidenceRoutes = {
  'POST /purchases/{transactionId}/report': async ({ app, caller: { personId }, params, body }) => ({
    data: await reportContact(app, { personId, ...params, ...body }),
  }),
  'GET /trust': async ({ app }) => ({ data: await readTrust(app) }),
} satisfies Partial<Routes>
