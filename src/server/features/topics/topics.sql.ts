import type { Source } from '#server/db/lanes.ts'
import type { Place } from '#server/features/search/cursor.ts'
import type { ChannelFilter } from '#server/features/search/read-search.ts'
import {
  FILTER,
  filterValues,
  isImpossible,
  NOTHING,
  type PageRow,
  type ResultPage,
  resultPage,
} from '#server/features/search/search.sql.ts'

interface TopicPageOptions {
  readonly filter: ChannelFilter | null
  readonly withDemo: boolean
  /** `relevance`, `subscribers` or `recent`. */
  readonly sort: string
  readonly limit: number
  readonly after: Place | null
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal | undefined
  /** How many channels an index may propose; by default `topic_read_max()`. */
  readonly readMax?: number
  /** Called when the statement's turn has come. */
  readonly onStart?: () => void
}

const BY_TOPIC = `select * from search_by_topic($9::integer[], ${FILTER}, $10, $11, $12, $13, $14,
  coalesce($15, topic_read_max()))`

/** One page of the channels whose recent titles have the words with these keys (`db/code/release/topics.sql`). */
export async function searchByTopic(
  source: Source,
  keys: readonly number[],
  { filter, withDemo, sort, limit, after, signal, readMax, onStart }: TopicPageOptions,
): Promise<ResultPage> {
  if (keys.length === 0 || isImpossible(filter)) return NOTHING
  const place = [after?.class ?? 0, after?.key ?? null, after?.id ?? 0]
  const values = [...filterValues(filter, withDemo), keys, sort, limit, ...place, readMax ?? null]
  const rows = await source.query<PageRow>(
    { name: 'search-by-topic', text: BY_TOPIC, values, onStart },
    signal,
  )
  return resultPage(rows[0])
}
