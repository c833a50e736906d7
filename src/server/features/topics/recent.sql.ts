import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { removeShown } from '#server/features/search/shown.sql.ts'

/** What is kept of a list of uploads. */
export interface RecentUploads {
  /** At most 32, most telling first; `words` are the same as people wrote them. */
  readonly keys: readonly number[]
  readonly words: readonly string[]
  /** At most 8: words that stand beside each other in titles. */
  readonly pairs: readonly string[]
  readonly speech: string | null
  /** Uploads of twelve UTC months; the last one is the month in which the list was read. */
  readonly months: readonly number[]
  /** Before this time there may be more uploads than were listed; null when all were. */
  readonly listedSince: Date | null
}

interface RecentRow extends RecentUploads {
  readonly id: number
  readonly platformId: string
}

/** Stores what recent uploads show about channels, in place of what they showed before. */
export async function writeRecent(tx: Db | Tx, rows: readonly RecentRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  const given = rows.map(({ id, platformId, keys, words, pairs, speech, months, listedSince }) => ({
    id,
    platform_id: platformId,
    keys,
    words,
    pairs,
    speech,
    months,
    listed_since: listedSince,
  }))
  // Matched by the platform's id as well: the channel may have been merged meanwhile. In one order, so that two writers wait for
  // each other only in one direction.
  await sql`
    insert into channel_recent (channel_id, keys, words, pairs, speech, months, listed_since, read_at)
    select c.id, t.keys, t.words, t.pairs, t.speech, t.months, t.listed_since, ${now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) t (
      id bigint, platform_id text, keys integer[], words text[], pairs text[], speech text, months smallint[], listed_since timestamptz)
    join channel c on c.id = t.id and c.platform_id = t.platform_id
    order by c.id
    on conflict (channel_id) do update set
      (keys, words, pairs, speech, months, listed_since, read_at) =
      (excluded.keys, excluded.words, excluded.pairs, excluded.speech, excluded.months, excluded.listed_since, excluded.read_at)`.execute(
    tx,
  )
  await removeShown(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Deletes what was read before `oldest` from the platform; invented channels are on none. @returns how many channels it was about */
export async function forgetRecent(tx: Db | Tx, oldest: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from channel_recent where channel_id in (
      select channel_id from channel_recent join channel on id = channel_id
      where read_at < ${oldest} and not is_demo order by read_at limit ${limit})
    returning channel_id`.execute(tx)
  return rows.length
}

/** The number of channels that show how common a word is: of a word that one in 300 channels uses, they have some sixty. */
const SAMPLE = 20_000

/** Counts the words of a sample of channels, in place of the sample before. Words of a single channel are not kept. */
export async function sampleWords(db: Db | Tx, size = SAMPLE): Promise<void> {
  // A fifth more than wanted, because the number of rows is an estimate; without one, all.
  await sql`
    with sampled as materialized (
      select keys from channel_recent tablesample system ((
        select least(100, 120.0 * ${size}::integer / greatest(reltuples, 1)) from pg_class where oid = 'channel_recent'::regclass
      )) limit ${size}
    ), counted as materialized (
      select key, count(*)::integer as channels from sampled, unnest(keys) key where key <> 0 group by key having count(*) > 1
      union all
      select 0, count(*)::integer from sampled having count(*) > 0
    ), written as (
      insert into topic_word as w (key, channels) select key, channels from counted
      on conflict (key) do update set channels = excluded.channels where w.channels <> excluded.channels
    )
    delete from topic_word where not exists (select from counted where counted.key = topic_word.key)`.execute(
    db,
  )
}
