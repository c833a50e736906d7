import { readCursor, writeCursor } from '#server/features/search/cursor.ts'
import { readFilter } from '#server/features/search/read-search.ts'
import { type ChannelPage, type SearchingApp, timeSearch } from '#server/features/search/search-channels.ts'
import type { BodyOf } from '#shared/api/contract.ts'
import { TOTAL_CAP } from '#shared/rules/bounds.ts'
import { queryKeys } from '#shared/rules/title-words.ts'
import { searchByTopic } from './topics.sql.ts'

/** A topic is a few words; the database gives some of them classes of their own. */
const MAX_WORDS = 6

interface TopicPage extends ChannelPage {
  readonly meta: ChannelPage['meta'] & { readonly words: number }
}

/**
 * Channels whose recent titles have the words of a topic, best match first. The signal says that the caller has gone.
 * @throws Refusal `invalid_input` when the cursor belongs to another search
 */
export async function searchTopics(
  app: SearchingApp,
  body: BodyOf<'POST /topics'>,
  signal?: AbortSignal,
): Promise<TopicPage> {
  const withDemo = app.demo !== null
  const begin = timeSearch(app, 'topics')
  const { limit, sort } = body
  const keys = keysOf(body.text)
  const filter = readFilter(body)
  const request = ['topics', keys, filter, withDemo, sort]
  const progress = body.cursor == null ? null : readCursor(request, body.cursor)
  const { seen = 0, place: after = null } = progress ?? {}
  const onStart = () => begin('database')
  begin('wait')
  const page = await app.databases.readCatalogue((source) =>
    searchByTopic(source, keys, { filter, withDemo, sort, limit, after, signal, onStart }),
  )
  begin('write')
  // Like the other lists, later pages repeat what the first one said.
  const total = progress === null ? page.total : progress.total
  const totalIsEstimate = progress === null ? page.totalIsEstimate : progress.totalIsEstimate
  const nextCursor =
    page.next === null
      ? null
      : writeCursor(request, { place: page.next, seen: seen + page.found, total, totalIsEstimate })
  begin(null)
  return {
    dataJson: page.items,
    meta: {
      total: total === null ? null : Math.min(total, TOTAL_CAP),
      totalIsCapped: (total ?? 0) > TOTAL_CAP,
      totalIsEstimate,
      isPartial: page.isPartial,
      nextCursor,
      words: keys.length,
    },
  }
}

/** The words of a topic; of spellings with several keys, titles contain the first. */
function keysOf(text: string): number[] {
  const keys = queryKeys(text).flatMap(([first]) => (first === undefined ? [] : [first.key]))
  return [...new Set(keys)].slice(0, MAX_WORDS)
}
