import { sha256 } from '#server/config/secret.ts'
import type { Routes } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'
import { askOperator } from './ask-operator.ts'
import { changeTerms } from './change-terms.ts'
import { findCreatorLink } from './creators.sql.ts'
import { confirmPreferred, preferAddress, requestCreatorLink } from './prefer-address.ts'
import { readKept } from './read-kept.ts'

export const creatorsRoutes = {
  'POST /creator': async ({ app: { db, clock }, body: { token } }) => {
    const link = await findCreatorLink(db, sha256(token), clock.now())
    if (link === undefined) throw new Refusal('wrong_token')
    return { data: await readKept(db, link) }
  },
  'PUT /creator': async ({ app, body, request: { language } }) => ({
    data: await changeTerms(app, { ...body, language }),
  }),
  'POST /creator/link': async ({ app, body: { address }, request: { language } }) => {
    await requestCreatorLink(app, { address, language })
    return { data: null }
  },
  'POST /creator/address': async ({ app, body, request: { language } }) => {
    await preferAddress(app, { ...body, language })
    return { data: null }
  },
  'POST /creator/request': async ({ app, body, request: { language } }) => ({
    data: await askOperator(app, { ...body, language }),
  }),
  'PUT /creator/address': async ({ app, body: { token }, request: { language } }) => ({
    data: await confirmPreferred(app, { token, language }),
  }),
} satisfies Partial<Routes>
