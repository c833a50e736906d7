import { readPage, type SearchingApp } from '#server/features/search/read-page.ts'
import { readFilter } from '#server/features/search/read-search.ts'
import { searchByTopic } from './topics.sql.ts'
import type { BodyOf, DataOf, ExtrasOf } from '#shared/api/contract.ts'
import type { Json } from '#server/json.ts'
import { queryKeys } from '#shared/rules/title-words.ts'

/** A topic is a few words; the database gives some of them classes of their own. */
const MAX_WORDS = 6

type TopicPage = ExtrasOf<'POST /topics'> & { readonly data: Json<DataOf<'POST /topics'>> }

/**
 * Channels whose recent titles have the words of a topic, best match first. The signal says that the caller has gone.
 * @throws Refusal `invalid_input` when the cursor belongs to another search
 */
export async function searchTopics(
  app: SearchingApp,
  body: BodyOf<'POST /topics'>,
  signal?: AbortSignal,
): Promise<TopicPage> {
  const keys = keysOf(body.text)
  const { data, meta } = await readPage(app, 'topics', body, signal, () => {
    const listed = { filter: readFilter(body), withDemo: app.demo !== null, sort: body.sort }
    return {
      ...listed,
      sought: [keys],
      read: (source, paging) => searchByTopic(source, { keys }, listed, paging),
    }
  })
  return { data, meta: { ...meta, words: keys.length } }
}

/** The words of a topic; of spellings with several keys, titles contain the first. */
function keysOf(text: string): number[] {
  const keys = queryKeys(text).flatMap(([first]) => (first === undefined ? [] : [first.key]))
  return [...new Set(keys)].slice(0, MAX_WORDS)
}
