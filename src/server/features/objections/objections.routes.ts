import type { Routes } from '#server/route.ts'
import { confirmOptout } from './confirm-optout.ts'
import { requestOptout } from './request-optout.ts'

export const objectionsRoutes = {
  'POST /optout': async ({ app, body: { address }, request: { language } }) => {
    await requestOptout(app, { address, language })
    return { data: null }
  },
  'PUT /optout': async ({ app, body: { token } }) => {
    await confirmOptout(app, token)
    return { data: null }
  },
} satisfies Partial<Routes>
