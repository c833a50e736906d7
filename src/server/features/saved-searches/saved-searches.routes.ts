import { integerKey, keysetPage } from '#server/db/keyset-page.ts'
import type { Routes } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'
import { NEW_MAX } from '#shared/rules/saved-searches.ts'
import { stopDigest } from './mail-new.ts'
import { saveSearch } from './save-search.ts'
import {
  deleteSearch,
  findNew,
  listSearches,
  openSearch,
  readChannels,
  updateSearch,
} from './saved-searches.sql.ts'

const BY_ID = integerKey((id: number) => id, Number.MAX_SAFE_INTEGER)

export const savedSearchesRoutes = {
  'GET /searches': async ({ app, actor }) => ({ data: await listSearches(app.db, actor) }),

  'POST /searches': async ({ app, actor, body }) => ({ data: await saveSearch(app, { ...actor, body }) }),

  'PUT /searches/{searchId}': async ({ app, actor, params, body }) => {
    const data = await updateSearch(app.db, { ...actor, ...params, ...body })
    if (data !== undefined) return { data }
    const isThere = (await listSearches(app.db, actor)).some(({ searchId }) => searchId === params.searchId)
    throw new Refusal(isThere ? 'forbidden' : 'not_found')
  },

  'DELETE /searches/{searchId}': async ({ app, actor, params }) => {
    if (!(await deleteSearch(app.db, { ...actor, ...params }))) throw new Refusal('not_found')
    return { data: null }
  },

  'POST /searches/{searchId}/new': async ({ app, actor, params, body: { limit, cursor } }) => {
    const { db, platforms, demo } = app
    const opened = await openSearch(db, { ...actor, ...params })
    if (opened === undefined) throw new Refusal('not_found')
    const ids = await findNew(db, opened.query, { ...opened, platforms, withDemo: demo !== null })
    const page = await keysetPage({ limit, cursor: cursor ?? undefined }, BY_ID, (place) =>
      Promise.resolve(
        ids.filter((id) => place.after === undefined || id < place.after).slice(0, place.limit),
      ),
    )
    const totals = { total: ids.length, totalIsCapped: ids.length === NEW_MAX, totalIsEstimate: false }
    return {
      data: await readChannels(db, page.data),
      meta: { ...totals, isPartial: false, nextCursor: page.nextCursor },
    }
  },

  'POST /searches/stop': async ({ app, body }) => {
    await stopDigest(app, body.token)
    return { data: null }
  },
} satisfies Partial<Routes>
