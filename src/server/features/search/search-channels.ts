import type { Platform } from '#server/platforms/platform.ts'
import { Refusal } from '#server/refusal.ts'
import type { BodyOf } from '#shared/api/contract.ts'
import { TOTAL_CAP } from '#shared/rules/bounds.ts'
import { type ChannelPage, readPage, type SearchingApp } from './read-page.ts'
import { parseQuery, readFilter } from './read-search.ts'
import { searchByFilter, searchByText } from './search.sql.ts'

/**
 * Channels that match a text by name, handle, id or address, best match first unless another order is asked for. The signal
 * says that the caller has gone.
 * @throws Refusal `invalid_input` when the cursor belongs to another search
 */
export function searchChannels(
  app: SearchingApp & { readonly platforms: readonly Platform[] },
  body: BodyOf<'POST /search'>,
  signal?: AbortSignal,
): Promise<ChannelPage> {
  return readPage(app, 'text', body, signal, () => {
    const query = parseQuery(body.mainInputValue, app.platforms)
    const seed = body.sort === 'shuffle' ? (body.seed ?? 0) : 0
    const listed = { filter: readFilter(body), withDemo: app.demo !== null, sort: body.sort, seed }
    return {
      ...listed,
      sought: [query],
      read: (source, paging) => searchByText(source, query, listed, paging),
    }
  })
}

/**
 * Channels by content type, audience, subscribers and more. The first page counts or estimates the total, up to a cap.
 * @throws Refusal `invalid_input` when no filter is set, or the cursor belongs to another list
 */
export function filterChannels(
  app: SearchingApp,
  body: BodyOf<'POST /filter'>,
  signal?: AbortSignal,
): Promise<ChannelPage> {
  return readPage(app, 'filter', body, signal, () => {
    const filter = readFilter(body)
    if (filter === null) throw new Refusal('invalid_input', { fields: { content_type: 'required' } })
    const seed = body.sort === 'shuffle' || body.sort === 'mix' ? (body.seed ?? 0) : 0
    const listed = { filter, withDemo: app.demo !== null, sort: body.sort, seed }
    const isCounted = body.total === 'counted'
    return {
      ...listed,
      sought: [isCounted],
      read: (source, paging, isFirst) =>
        searchByFilter(source, { cap: isFirst ? TOTAL_CAP : null, isCounted }, listed, paging),
    }
  })
}
