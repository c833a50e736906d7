import type { Routes } from '#server/feature.ts'
import { confirmOptout, requestOptout } from './opt-out.ts'

export const objectionsRoutes = {
  'POST /optout': async ({ app, body: { address }, request: { language } }) => {
    await requestOptout(app, { address, language })
    return { data: null }
  },
  'PUT /optout': async ({ app, actor, body: { hidesChannels }, request: { language } }) => {
    await confirmOptout(app, actor, { hidesChannels, language })
    return { data: null }
  },
} satisfies Partial<Routes>
