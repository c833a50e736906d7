import type { Routes } from '#server/feature.ts'
import { reportContact } from './report-contact.ts'

export const evidenceRoutes = {
  'POST /purchases/{transactionId}/report': async ({ app, caller: { personId }, params, body }) => ({
    data: await reportContact(app, { personId, ...params, ...body }),
  }),
} satisfies Partial<Routes>
