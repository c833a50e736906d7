import type { Routes } from '#server/feature.ts'
import { readCompany } from '#server/features/payments/company.sql.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { deleteTemplate, insertTemplate, listTemplates, updateTemplate } from './templates.sql.ts'

export const templatesRoutes = {
  'GET /templates': async ({ app: { db }, actor: { holderId } }) => ({
    data: await listTemplates(db, holderId),
    meta: { company: (await readCompany(db, holderId))?.name ?? null },
  }),

  'POST /templates': async ({ app, actor: { holderId, personId: actorId }, body: text }) => {
    const now = app.clock.now()
    const acting = { holderId, actorId, scope: 'purchases:write' } as const
    const data = await holderTransaction(app, acting, (tx) => insertTemplate(tx, { holderId, text, now }))
    if (data === undefined) throw new Refusal('invalid_input', { fields: { name: 'templates_full' } })
    return { data }
  },

  'PUT /templates/{templateId}': async ({ app, actor: { holderId }, params, body: text }) => {
    const data = await updateTemplate(app.db, { holderId, ...params, text })
    if (data === undefined) throw new Refusal('not_found')
    return { data }
  },

  'DELETE /templates/{templateId}': async ({ app, actor: { holderId }, params: { templateId } }) => {
    if (!(await deleteTemplate(app.db, holderId, templateId))) throw new Refusal('not_found')
    return { data: null }
  },
} satisfies Partial<Routes>
