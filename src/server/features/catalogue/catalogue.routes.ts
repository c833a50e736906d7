import type { Routes } from '#server/route.ts'
import { confirmOptout } from './confirm-optout.ts'
import { filterChannels } from './filter-channels.ts'
import { requestOptout } from './request-optout.ts'
import { searchChannels } from './search-channels.ts'

export const catalogueRoutes = {
  'POST /search': ({ app, body }) => searchChannels(app, body),
  'POST /filter': ({ app, body }) => filterChannels(app, body),
  'POST /optout': async ({ app, body: { address }, request: { language } }) => {
    await requestOptout(app, { address, language })
    return { data: null }
  },
  'PUT /optout': async ({ app, body: { token } }) => {
    await confirmOptout(app, token)
    return { data: null }
  },
} satisfies Partial<Routes>
