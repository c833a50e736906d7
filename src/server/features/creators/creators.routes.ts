import type { Routes } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'
import { askOperator } from './ask-operator.ts'
import { changeTerms } from './change-terms.ts'
import { findCreatorLink } from './creators.sql.ts'
import { confirmPreferred, preferAddress, requestCreatorLink } from './prefer-address.ts'
import { readKept } from './read-kept.ts'

export const creatorsRoutes = {
  'POST /creator': async ({ app: { db, clock }, actor }) => {
    const link = await findCreatorLink(db, actor.tokenHash, clock.now())
    if (link === undefined) throw new Refusal('wrong_token')
    return { data: await readKept(db, link) }
  },
  'PUT /creator': async ({ app, actor, body, request: { language } }) => ({
    data: await changeTerms(app, actor, { ...body, language }),
  }),
  'POST /creator/link': async ({ app, body: { address }, request: { language } }) => {
    await requestCreatorLink(app, { address, language })
    return { data: null }
  },
  'POST /creator/address': async ({ app, actor, body, request: { language } }) => {
    await preferAddress(app, actor, { ...body, language })
    return { data: null }
  },
  'POST /creator/request': async ({ app, actor, body, request: { language } }) => ({
    data: await askOperator(app, actor, { ...body, language }),
  }),
  'PUT /creator/address': async ({ app, actor, request: { language } }) => ({
    data: await confirmPreferred(app, actor, language),
  }),
} satisfies Partial<Routes>
