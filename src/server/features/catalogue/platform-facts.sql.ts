import { sql } from 'kysely'
import { searchText } from '#shared/rules/search-text.ts'
import type { ChannelFacts } from '#server/platforms/videos.ts'
import { moscowDate } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { parseThumbnail } from '#server/platforms/pictures.ts'
import type { Platform } from '#server/platforms/platform.ts'
import { editedBits } from './channels.sql.ts'
import { isMangled, MAX_NAME, publicName } from './clean-text.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** A missing channel is asked about once more before it counts as gone. */
const MISSING_DAYS = 1
/** A channel that is missing since then or longer is gone. */
export function goneSince(now: Date): Date {
  return new Date(now.getTime() - MISSING_DAYS * DAY_MS)
}

/** How long a channel with a malformed answer is not asked about. */
export const ASIDE_DAYS = 1

const IS_NAME_EDITED = sql`c.edited_facts & ${sql.lit(editedBits(['name']))} <> 0`

interface AskedChannel {
  readonly id: number
  readonly platformId: string
}

interface Answer {
  readonly platform: Platform
  readonly asked: readonly AskedChannel[]
  readonly found: readonly ChannelFacts[]
  /** By the platform's id, where uploads were requested; null when there are none. */
  readonly lastUploads: ReadonlyMap<string, Date | null>
  readonly now: Date
  /** Days until they are asked about again. */
  readonly afterDays: number
}

/**
 * Stores the platform's answer about some channels and updates the search. Facts that are not in the answer stay; a hidden
 * number of subscribers is unknown, and a known one is kept for the day. A channel that is missing twice, a day apart, is gone
 * until it appears again. What the operator has edited or hidden stays so.
 */
export async function storeFacts(
  tx: Tx,
  { platform, asked, found, lastUploads, now, afterDays }: Answer,
): Promise<void> {
  const later = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const factsById = new Map(found.map((facts) => [facts.channelId, facts]))
  const rows = asked.flatMap(({ id, platformId }) => {
    const facts = factsById.get(platformId)
    return facts === undefined ? [] : [changedColumns(id, facts, { platform, lastUploads })]
  })
  const missing = asked.filter(({ platformId }) => !factsById.has(platformId))
  // Matched by the platform's id as well: the channel may have been merged meanwhile.
  await sql`
    update channel c set
      name = case when ${IS_NAME_EDITED} then c.name else coalesce(t.name, c.name) end,
      name_key = case when ${IS_NAME_EDITED} then c.name_key else coalesce(t.name_key, c.name_key) end,
      search_words = case when ${IS_NAME_EDITED} then c.search_words else coalesce(t.search_words, c.search_words) end,
      thumbnail_url = coalesce(t.thumbnail_url, c.thumbnail_url),
      subscribers = case when t.has_statistics then t.subscribers else c.subscribers end,
      views = coalesce(t.views, c.views), uploads = coalesce(t.uploads, c.uploads),
      last_upload_at = coalesce(t.last_upload_at, c.last_upload_at),
      -- the same number of uploads: none since; another one: nothing is known until they are asked for
      uploads_checked_at = case
        when t.is_checked or t.uploads = c.uploads and c.uploads_checked_at is not null then ${now}
        when t.uploads <> c.uploads then null else c.uploads_checked_at end,
      status = case when c.status = 'hidden' then 'hidden' else 'active' end, missing_since = null,
      refreshed_at = ${now}, ask_after = ${later(afterDays)}, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) t (
      id bigint, platform_id text, name text, name_key text, search_words text, thumbnail_url text, has_statistics boolean,
      subscribers bigint, views bigint, uploads bigint, is_checked boolean, last_upload_at timestamptz)
    where c.id = t.id and c.platform_id = t.platform_id`.execute(tx)
  await sql`
    insert into channel_day (channel_id, day, subscribers)
    select c.id, ${moscowDate(now)}::date, t.subscribers
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) t (id bigint, platform_id text, subscribers bigint)
    join channel c on c.id = t.id and c.platform_id = t.platform_id
    where t.subscribers is not null
    on conflict (channel_id, day) do update set subscribers = excluded.subscribers`.execute(tx)
  await sql`
    update channel set
      status = case when status = 'hidden' then status when missing_since <= ${goneSince(now)} then 'gone' else status end,
      missing_since = coalesce(missing_since, ${now}),
      ask_after = case when missing_since <= ${goneSince(now)} then ${later(afterDays)}::timestamptz
        else ${later(MISSING_DAYS)} end,
      updated_at = ${now}
    where id = any(${missing.map(({ id }) => id)})
      and platform_id = any(${missing.map(({ platformId }) => platformId)})`.execute(tx)
  await sql`select search_refresh(${asked.map(({ id }) => id)})`.execute(tx)
}

/** Postpones asking about channels for a day; changes nothing else. */
export async function deferChannels(
  tx: Tx,
  { ids, now }: { readonly ids: readonly number[]; readonly now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + ASIDE_DAYS * DAY_MS)
  await sql`update channel set ask_after = ${until} where id = any(${ids})`.execute(tx)
}

function changedColumns(
  id: number,
  facts: ChannelFacts,
  { platform, lastUploads }: Pick<Answer, 'platform' | 'lastUploads'>,
) {
  const name = publicName(facts.name)
  const isName = name !== '' && name.length <= MAX_NAME && !isMangled(name)
  const { nameKey = null, words = null } = isName ? searchText(name) : {}
  return {
    id,
    platform_id: facts.channelId,
    name: isName ? name : null,
    name_key: nameKey,
    search_words: words,
    thumbnail_url: parseThumbnail(facts.thumbnail ?? '', [platform]),
    has_statistics: facts.views !== null || facts.uploads !== null,
    subscribers: facts.subscribers,
    views: facts.views,
    uploads: facts.uploads,
    is_checked: lastUploads.has(facts.channelId),
    last_upload_at: lastUploads.get(facts.channelId) ?? null,
  }
}

/**
 * Makes numbers unknown that the platform last reported before `oldest`, unless a later import knows them. Those of demo
 * channels are the stand-in's.
 * @returns how many channels were changed
 */
export async function forgetNumbers(tx: Tx, oldest: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update channel set
      (subscribers, views, uploads, last_upload_at, uploads_checked_at) = (
        select subscribers, views, uploads, last_upload_at, uploads_checked_at where fetched_at > refreshed_at),
      refreshed_at = null
    where id in (select id from channel where refreshed_at < ${oldest} and not is_demo limit ${limit})
    returning id`.execute(tx)
  if (rows.length > 0) await sql`select search_refresh(${rows.map(({ id }) => id)})`.execute(tx)
  return rows.length
}

export interface SubscribersOfDay {
  /** The channel's number. */
  readonly id: number
  /** A Moscow date. */
  readonly day: string
  readonly subscribers: number
}

/** Keeps numbers that are not kept yet. */
export async function storeDays(tx: Tx, days: readonly SubscribersOfDay[]): Promise<void> {
  await sql`
    insert into channel_day (channel_id, day, subscribers)
    select id, day, subscribers from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) t (id bigint, day date, subscribers bigint)
    on conflict do nothing`.execute(tx)
}

/** Deletes the numbers of Moscow dates before `firstDay`. */
export async function forgetDays(db: Db, firstDay: string): Promise<void> {
  await db.deleteFrom('channel_day').where('day', '<', firstDay).execute()
}

/**
 * Stores when a channel last uploaded, read from the list of its uploads now. Of a channel whose facts are
 * all from imports it is not kept: facts of the platform are forgotten together.
 */
export async function storeLastUpload(
  tx: Tx,
  { id, lastUploadAt, now }: { readonly id: number; readonly lastUploadAt: Date; readonly now: Date },
): Promise<void> {
  const { rows } = await sql`
    update channel set last_upload_at = ${lastUploadAt}, uploads_checked_at = ${now}, updated_at = ${now}
    where id = ${id} and (refreshed_at is not null or is_demo) returning id`.execute(tx)
  if (rows.length > 0) await sql`select search_refresh(${[id]})`.execute(tx)
}
