import { type RawBuilder, sql } from 'kysely'
import { RELEASE } from '#server/db/code.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { parseQuery, readFilter } from '#server/features/search/read-search.ts'
import { filterValues } from '#server/features/search/search.sql.ts'
import { Json } from '#server/json.ts'
import type { Platform } from '#server/platforms/platform.ts'
import type { DataOf } from '#shared/api/contract.ts'
import { type Frequency, NEW_MAX, SEARCHES_MAX } from '#shared/rules/saved-searches.ts'

type SavedSearch = DataOf<'GET /searches'>[number]
type SavedQuery = SavedSearch['query']

/** Who reads or changes saved searches, and whose. */
interface Reader {
  readonly holderId: number
  readonly personId: number
}

interface Named extends Reader {
  readonly searchId: number
}

const shown = (personId: number): RawBuilder<SavedSearch> => sql`
  id as "searchId", name, frequency, query, new_count as "newCount", coalesce(actor_id = ${personId}, false) as "isOwn",
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "savedAt"`

export async function listSearches(db: Db, { holderId, personId }: Reader): Promise<SavedSearch[]> {
  const { rows } = await sql<SavedSearch>`
    select ${shown(personId)} from saved_search where holder_id = ${holderId} order by created_at, id`.execute(
    db,
  )
  return rows
}

interface NewSearch extends Reader {
  readonly name: string
  readonly frequency: Frequency
  readonly query: SavedQuery
  readonly now: Date
  /** The Moscow date of `now`. */
  readonly today: string
}

/** The caller has locked the holder. @returns undefined when there is no room for another */
export async function insertSearch(
  tx: Tx,
  { holderId, personId, name, frequency, query, now, today }: NewSearch,
): Promise<SavedSearch | undefined> {
  const { rows } = await sql<SavedSearch>`
    insert into saved_search (holder_id, actor_id, name, query, frequency, counted_to, opened_from, opened_to, mailed_to,
      mailed_on, created_at)
    select ${holderId}::integer, ${personId}::integer, ${name}, ${JSON.stringify(query)}::jsonb, ${frequency}, mark, mark, mark, mark,
      ${today}::date, ${now}::timestamptz
    from (select coalesce(max(id), 0) as mark from channel) newest
    where (select count(*) from saved_search where holder_id = ${holderId}) < ${SEARCHES_MAX}
    returning ${shown(personId)}`.execute(tx)
  return rows[0]
}

interface Change extends Named {
  readonly name?: string | undefined
  readonly frequency?: Frequency | undefined
}

/** Only the reader of a search says how often it is mailed. @returns undefined when that is not so, or there is none */
export async function updateSearch(
  db: Db,
  { holderId, personId, searchId, name, frequency }: Change,
): Promise<SavedSearch | undefined> {
  const { rows } = await sql<SavedSearch>`
    update saved_search
    set name = coalesce(${name ?? null}, name), frequency = coalesce(${frequency ?? null}, frequency)
    where holder_id = ${holderId} and id = ${searchId}
      and (actor_id = ${personId} or coalesce(${frequency ?? null}, frequency) = frequency)
    returning ${shown(personId)}`.execute(db)
  return rows[0]
}

/** @returns false when there is no such search */
export async function deleteSearch(
  db: Db,
  { holderId, searchId }: Omit<Named, 'personId'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_search')
    .where('holder_id', '=', holderId)
    .where('id', '=', searchId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Numbers of channels, above `above` up to and including `upTo`. */
interface Range {
  readonly above: number
  readonly upTo: number
}

/** Opens what is new, if anything is. @returns what was opened last; undefined when there is no such search */
export async function openSearch(
  db: Db,
  { holderId, searchId }: Omit<Named, 'personId'>,
): Promise<(Range & { readonly query: SavedQuery }) | undefined> {
  const { rows } = await sql<Range & { readonly query: SavedQuery }>`
    update saved_search
    set opened_from = case when new_count > 0 then opened_to else opened_from end,
      opened_to = case when new_count > 0 then counted_to else opened_to end, new_count = 0
    where holder_id = ${holderId} and id = ${searchId}
    returning query, opened_from as above, opened_to as "upTo"`.execute(db)
  return rows[0]
}

/** The numbers of the channels of a range that a search finds, the newest first; the newest thousand at most. */
export async function findNew(
  db: Db,
  query: SavedQuery,
  {
    above,
    upTo,
    platforms,
    withDemo,
  }: Range & { readonly platforms: readonly Platform[]; readonly withDemo: boolean },
): Promise<number[]> {
  const filter = readFilter(query)
  // Ranges of subscribers without a number in them find nothing.
  if (above >= upTo || filter?.subscribers === '{}') return []
  const {
    key,
    words,
    platforms: named,
    platformIds,
    handles,
    isExact,
  } = parseQuery(query.text ?? '', platforms)
  const typed = [key, words, named, platformIds, handles, isExact]
  const { rows } = await sql<{ ids: number[] }>`
    select ${RELEASE}.search_new(row(${sql.join(typed)})::${RELEASE}.search_typed, row(${sql.join(filterValues(filter, withDemo))})::${RELEASE}.search_filter,
      ${above}, ${upTo}, ${NEW_MAX}) as ids`.execute(db)
  return rows[0]!.ids
}

/** Channels as the API returns them, in the given order. */
export async function readChannels(
  db: Db,
  ids: readonly number[],
): Promise<Json<DataOf<'POST /searches/{searchId}/new'>>> {
  const { rows } = await sql<{ items: string }>`
    select ${RELEASE}.shown_channels(${ids}::bigint[]) as items`.execute(db)
  return new Json(rows[0]!.items)
}

export async function newestChannel(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from channel`.execute(db)
  return rows[0]!.id
}

interface Uncounted {
  readonly id: number
  readonly query: SavedQuery
  readonly countedTo: number
}

/** Searches whose channels were counted to a number below `upTo`. */
export async function listUncounted(
  db: Db,
  {
    upTo,
    limit,
    except,
  }: { readonly upTo: number; readonly limit: number; readonly except: readonly number[] },
): Promise<readonly Uncounted[]> {
  const { rows } = await sql<Uncounted>`
    select id, query, counted_to as "countedTo" from saved_search
    where counted_to < ${upTo} and id <> all(${except}::bigint[]) order by counted_to, id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Adds what was found; what another server has counted meanwhile is left alone. */
export async function addFound(
  db: Db,
  upTo: number,
  counted: readonly (Pick<Uncounted, 'id' | 'countedTo'> & { readonly found: number })[],
): Promise<void> {
  await sql`
    update saved_search s
    set new_count = least(s.new_count + c.found, ${NEW_MAX}), counted_to = ${upTo}
    from json_to_recordset(${JSON.stringify(counted)}) c (id bigint, "countedTo" bigint, found integer)
    where s.id = c.id and s.counted_to = c."countedTo"`.execute(db)
}

/** A search with something to mail. */
export interface DueSearch extends Range {
  readonly id: number
  readonly holderId: number
  readonly personId: number
  readonly name: string
  readonly query: SavedQuery
}

/** Searches in which something is new that was neither opened nor mailed, by holder and person; a person's digest of the day excludes them. */
export async function listDue(db: Db, today: string): Promise<readonly DueSearch[]> {
  const { rows } = await sql<DueSearch>`
    select s.id, s.holder_id as "holderId", s.actor_id as "personId", s.name, s.query,
      greatest(s.opened_to, s.mailed_to) as above, s.counted_to as "upTo"
    from saved_search s
    where s.actor_id is not null and s.new_count > 0 and s.mailed_to < s.counted_to
      and (s.frequency = 'day' or (s.frequency = 'week' and s.mailed_on <= ${today}::date - 7))
      and not exists (
        select from search_digest d
        where d.holder_id = s.holder_id and d.person_id = s.actor_id and d.mailed_on >= ${today}::date)
    order by s.holder_id, s.actor_id, s.created_at, s.id`.execute(db)
  return rows
}

interface Recipient {
  readonly email: string
  readonly language: 'en' | 'ru'
}

/**
 * Claims a person's digest of a day: until the transaction ends, nobody else gets it, and after its commit nobody at all.
 * @returns null when it was mailed before, or the person is blocked or does not work for the holder any more
 */
export async function claimDigest(
  tx: Tx,
  { holderId, personId, today }: Reader & { readonly today: string },
): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`
    with claimed as (
      insert into search_digest as known (holder_id, person_id, mailed_on)
      select ${holderId}::integer, id, ${today}::date from person
      where id = ${personId} and blocked_at is null and (id = ${holderId}::integer or exists (
        select from member where team_id = ${holderId}::integer and person_id = ${personId}))
      on conflict (holder_id, person_id) do update set mailed_on = excluded.mailed_on
        where known.mailed_on < excluded.mailed_on
      returning person_id
    )
    select email, language from person join claimed on claimed.person_id = person.id`.execute(tx)
  return rows[0] ?? null
}

/** Notes that searches are mailed, those of which are mailed still. @returns their numbers */
export async function markMailed(
  tx: Tx,
  searches: readonly DueSearch[],
  today: string,
): Promise<ReadonlySet<number>> {
  const marks = searches.map(({ id, upTo }) => ({ id, upTo }))
  const { rows } = await sql<{ id: number }>`
    update saved_search s set mailed_to = m."upTo", mailed_on = ${today}::date
    from json_to_recordset(${JSON.stringify(marks)}) m (id bigint, "upTo" bigint)
    where s.id = m.id and s.frequency <> 'never' and s.mailed_to < m."upTo"
    returning s.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** A few channels for an email, in the given order. */
export async function nameChannels(
  db: Db,
  ids: readonly number[],
): Promise<readonly { readonly channelId: string; readonly name: string }[]> {
  const { rows } = await sql<{ channelId: string; name: string }>`
    select ${RELEASE}.channel_ref(c.platform, c.platform_id, c.id) as "channelId", c.name
    from unnest(${ids}::bigint[]) with ordinality found (id, at) join channel c on c.id = found.id
    order by found.at`.execute(db)
  return rows
}

/** Mails a person nothing more about a holder's saved searches. */
export async function stopMails(db: Db, { holderId, personId }: Reader): Promise<void> {
  await db
    .updateTable('saved_search')
    .set({ frequency: 'never' })
    .where('holder_id', '=', holderId)
    .where('actor_id', '=', personId)
    .execute()
}
