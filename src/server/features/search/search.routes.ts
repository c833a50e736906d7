import { personOf } from '#server/actor/actor.ts'
import type { App } from '#server/app.ts'
import type { Routes } from '#server/feature.ts'
import { countCountries } from './count-countries.ts'
import { nameVideosChannel } from './find-channels-of-videos.ts'
import { noteShown } from './note-shown.ts'
import type { ChannelPage } from './read-page.ts'
import { filterChannels, searchChannels } from './search-channels.ts'

export const searchRoutes = {
  'POST /search': async ({ app, actor, body, request: { network, signal } }) => {
    const asker = { personId: personOf(actor)?.personId ?? null, network }
    const mainInputValue = await nameVideosChannel(app, body.mainInputValue, asker)
    return shown(app, body, await searchChannels(app, { ...body, mainInputValue }, signal))
  },
  'POST /filter': async ({ app, body, request }) =>
    shown(app, body, await filterChannels(app, body, request.signal)),
  'GET /countries': async ({ app }) => ({ data: [...(await countCountries(app))] }),
} satisfies Partial<Routes>

/** A page that a person gets. First pages are seen, later ones seldom. */
function shown(
  app: App,
  { cursor }: { readonly cursor?: string | null | undefined },
  { ids, ...answer }: ChannelPage,
) {
  if (cursor == null) noteShown(app, ids)
  return answer
}
