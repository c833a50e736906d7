import { sql } from 'kysely'
import type { DataOf } from '#shared/api/contract.ts'
import type { Db } from '#server/db/connect.ts'
import { isShownAs } from '#server/features/catalogue/find-channel.sql.ts'

type Shown = DataOf<'GET /channels/{channelId}'>

export interface PageRow {
  readonly channel: Shown['channel']
  readonly topics: Shown['topics']
  readonly history: Shown['history']
  readonly uploads: Shown['uploads']
  readonly uploadsListedSince: Date | null
  readonly uploadsReadAt: Date | null
  readonly fetchedAt: Date
}

/** A word that more than one channel in this number uses says little of this one; of a small sample nothing is concluded. */
const [COMMON_FROM, TELLING_SAMPLE] = [20, 1_000]

interface Wanted {
  readonly channelId: string
  readonly withDemo: boolean
  /** The first Moscow date of the history. */
  readonly firstDay: string
  /** Titles that were read before are forgotten. */
  readonly oldest: Date
}

/** What a channel's page shows, in one statement; null when the id names no channel. */
export async function readPage(
  db: Db,
  { channelId, withDemo, firstDay, oldest }: Wanted,
): Promise<PageRow | null> {
  // The channel as searches show it, with further members of its JSON object.
  const { rows } = await sql<PageRow>`
    select (search_page_of(array[c.id], null, null, 1, null, array[',' || btrim(json_build_object(
        'handle', c.handle, 'platform', c.platform, 'uploads', c.uploads, 'views', c.views)::text, '{}')]
      )).items::json -> 0 as channel,
      array(
        select k.word from unnest(recent.keys, recent.words) with ordinality k (key, word, at)
        where k.word <> '' and not exists (
          select from topic_word used join topic_word sample on sample.key = 0
          where used.key = k.key and used.channels * ${COMMON_FROM} > sample.channels and sample.channels >= ${TELLING_SAMPLE})
        order by k.at) as topics,
      coalesce((
        select jsonb_agg(jsonb_build_object('date', day, 'subscribers', subscribers) order by day)
        from channel_day where channel_id = c.id and day >= ${firstDay}::date), '[]') as history,
      coalesce((
        select jsonb_agg(jsonb_build_object('month', to_char(
            date_trunc('month', recent.read_at at time zone 'UTC')
              - make_interval(months => (cardinality(recent.months) - at)::integer), 'YYYY-MM'),
          'count', count) order by at)
        from unnest(recent.months) with ordinality month (count, at)), '[]') as uploads,
      recent.listed_since as "uploadsListedSince", recent.read_at as "uploadsReadAt",
      coalesce(c.refreshed_at, c.fetched_at) as "fetchedAt"
    from channel c
    left join channel_recent recent on recent.channel_id = c.id and recent.read_at >= ${oldest}
    where ${isShownAs(channelId, withDemo)} limit 2`.execute(db)
  return rows.length === 1 ? (rows[0] ?? null) : null
}
