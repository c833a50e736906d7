import type { Source } from '#server/db/lanes.ts'
import {
  FILTER,
  type Listed,
  NOTHING,
  PAGING,
  type Paging,
  readResults,
  type ResultPage,
} from '#server/features/search/search.sql.ts'
import { Json } from '#server/json.ts'
import type { DataOf } from '#shared/api/contract.ts'

interface TopicPage extends ResultPage {
  readonly items: Json<DataOf<'POST /topics'>>
}

const BY_TOPIC = `select * from search_by_topic($16::integer[], ${FILTER}, ${PAGING}, coalesce($17, topic_read_max()))`

/**
 * One page of the channels whose recent titles have the words with these keys (`db/code/release/topics.sql`).
 * @param readMax how many channels an index may propose; by default `topic_read_max()`
 */
export async function searchByTopic(
  source: Source,
  { keys, readMax = null }: { readonly keys: readonly number[]; readonly readMax?: number | null },
  listed: Listed,
  paging: Paging,
): Promise<TopicPage> {
  const statement = { name: 'search-by-topic', text: BY_TOPIC, values: [keys, readMax] }
  const page = keys.length === 0 ? NOTHING : await readResults(source, statement, listed, paging)
  return { ...page, items: new Json(page.items.text) }
}
