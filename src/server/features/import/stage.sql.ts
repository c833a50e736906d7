import type { ClientBase, QueryResultRow } from 'pg'
import { FACTS, SETS } from '#server/features/catalogue/channels.sql.ts'
import type { Platform } from '#server/platforms/platform.ts'

// Newer first, then the more complete, then the later line.
const BEST_FIRST = 'fetched_at desc, facts desc, line desc'

const isKnown = (fact: string) => `${fact} ${SETS.includes(fact) ? '<> 0' : 'is not null'}`
const FOLDED = ['platform_id', ...FACTS]

/**
 * Settles which channel each staged row is (by id, else handle, else source and name), from the file and the catalogue. If
 * several ids share a handle, the newest row keeps it. A row with only a handle gets the id of that handle.
 */
export async function settleIdentities(client: ClientBase, platforms: readonly Platform[]): Promise<void> {
  await client.query('analyze import_row (line, platform_id, handle, name_key)')
  await client.query(`
    create temp table import_handle on commit drop as
    select distinct on (platform, handle) platform, handle, platform_id
      from import_row
     where platform_id is not null
       and (platform, handle) in (
         select platform, handle from import_row where handle is not null group by 1, 2 having count(*) > 1)
     order by platform, handle, fetched_at desc, line desc;
    analyze import_handle`)
  await client.query(`
    update import_row r set handle = null from import_handle h
     where r.platform_id <> h.platform_id and r.platform = h.platform and r.handle = h.handle`)
  await settleHandles(client)
  await giveIdsByHandle(client, platforms, 'select platform, handle, platform_id from import_handle')
  await giveIdsByHandle(
    client,
    platforms,
    `select platform, handle, platform_id from channel c
      where handle is not null and platform_id is not null
        and id not in (select id from import_renamed)
        and not exists (select from import_handle h where h.platform = c.platform and h.handle = c.handle)`,
  )
}

/**
 * Settles handles that another channel has in the catalogue: the later date keeps the handle, unless the file gives that
 * channel another one. Creates import_renamed (those channels) and import_conflict (rows and channels that claim the same
 * handle).
 */
async function settleHandles(client: ClientBase): Promise<void> {
  await client.query(`
    create temp table import_renamed (id bigint not null) on commit drop;
    create temp table import_conflict (line bigint not null, channel_id bigint not null, is_kept boolean not null)
      on commit drop`)
  // A lost handle may be one that renamed a channel, so repeat until no row loses any.
  for (;;) {
    await client.query('delete from import_renamed')
    await client.query(`
      insert into import_renamed (id)
      select c.id
        from (select distinct c.id, c.platform, c.platform_id, c.handle, c.fetched_at
                from import_row r join channel c using (platform, platform_id) where r.handle <> c.handle) c
        join import_row r using (platform, platform_id)
       group by c.id, c.handle, c.fetched_at
      having max(r.fetched_at) >= c.fetched_at
         and (array_agg(r.handle order by r.fetched_at desc, r.facts desc, r.line desc)
               filter (where r.handle is not null))[1] <> c.handle
       union
      -- a channel that was known by its handle alone turns out to be this one, and is of the later day
      select c.id
        from import_row r
        join channel c using (platform, platform_id)
        join channel twin on twin.platform = r.platform and twin.handle = r.handle and twin.platform_id is null
       where r.handle <> c.handle and twin.fetched_at >= c.fetched_at`)
    await client.query('delete from import_conflict')
    await client.query(`
      insert into import_conflict (line, channel_id, is_kept)
      select r.line, c.id, c.fetched_at > r.fetched_at and c.id not in (select id from import_renamed)
        from import_row r join channel c on c.platform = r.platform and c.handle = r.handle
       where c.platform_id <> r.platform_id`)
    await client.query(`
      delete from import_handle h using import_conflict x join channel c on c.id = x.channel_id
       where x.is_kept and h.platform = c.platform and h.handle = c.handle`)
    const lost = await client.query(
      'update import_row set handle = null where line in (select line from import_conflict where is_kept)',
    )
    if (lost.rowCount === 0) return
  }
}

/** Fills in the id of rows with only a handle. @param known a query of platform, handle, platform_id */
async function giveIdsByHandle(
  client: ClientBase,
  platforms: readonly Platform[],
  known: string,
): Promise<void> {
  const pages = platforms.map(({ name, channelPage }) => [name, channelPage])
  await client.query(
    `
    update import_row r
       set platform_id = known.platform_id,
           url = coalesce(($1::jsonb ->> r.platform) || known.platform_id, r.url)
      from (${known}) known
     where r.platform_id is null and r.platform = known.platform and r.handle = known.handle`,
    [JSON.stringify(Object.fromEntries(pages))],
  )
}

const IDENTITIES = [
  { keys: 'platform, platform_id', where: 'platform_id is not null' },
  { keys: 'platform, handle', where: 'platform_id is null and handle is not null' },
  { keys: 'source, name_key', where: 'platform_id is null and handle is null' },
] as const

/** Merges rows about the same channel: import_fold maps each to the best one, import_folded holds the result. */
export async function foldDuplicates(client: ClientBase): Promise<void> {
  await client.query(
    'create temp table import_fold (line bigint not null, into_line bigint not null) on commit drop',
  )
  for (const { keys, where } of IDENTITIES) {
    await client.query(`
      insert into import_fold (line, into_line)
      select line, first_value(line) over (partition by ${keys} order by ${BEST_FIRST})
        from import_row
       where ${where} and (${keys}) in (select ${keys} from import_row where ${where} group by ${keys} having count(*) > 1)`)
  }
  // Each fact costs a sort, and most files with several rows for a channel have few facts.
  const present = await client.query<Record<string, boolean>>(`
    select ${FOLDED.map((fact) => `bool_or(${isKnown(fact)}) as ${fact}`).join(', ')}
      from import_fold join import_row using (line)`)
  const newest = FOLDED.map((fact) => {
    if (present.rows[0]?.[fact] !== true) return `min(${fact}) as ${fact}`
    const found = `(array_agg(${fact} order by ${BEST_FIRST}) filter (where ${isKnown(fact)}))[1]`
    return `${SETS.includes(fact) ? `coalesce(${found}, 0)` : found} as ${fact}`
  })
  await client.query(`
    create temp table import_folded on commit drop as
    select f.into_line as line, max(id) as id, min(platform) as platform,
           (array_agg(source order by ${BEST_FIRST}))[1] as source, ${newest.join(', ')}, max(fetched_at) as fetched_at,
           max(fetched_at) filter (where last_upload_at is not null) as uploads_checked_at,
           null::timestamptz as refreshed_at
      from import_fold f join import_row using (line)
     group by f.into_line;
    analyze import_fold; analyze import_folded`)
}

/** Rows that are the only ones about their channel. */
export const PLAIN_ROWS = `(
  select *, case when last_upload_at is not null then fetched_at end as uploads_checked_at, null::timestamptz as refreshed_at
    from import_row one where not exists (select from import_fold f where f.line = one.line))`

const COLUMNS = `line, id, platform, source, ${FOLDED.join(', ')}, fetched_at, uploads_checked_at, refreshed_at`

/** One row per channel in the file. */
export const FILE_CHANNELS = `(
  select ${COLUMNS} from ${PLAIN_ROWS} plain union all select ${COLUMNS} from import_folded)`

/**
 * Creates import_known: the ids of known channels in the file and, in `twin_id`, of a second known channel that the file
 * proves to be the same.
 */
export async function findKnown(client: ClientBase): Promise<void> {
  await client.query(`
    create temp table import_known on commit drop as
    select r.line, coalesce(i.id, h.id, n.id) as id, case when i.id is not null then h.id end as twin_id
      from ${FILE_CHANNELS} r
      left join channel i on i.platform = r.platform and i.platform_id = r.platform_id
      left join channel h on h.platform = r.platform and h.handle = r.handle and h.platform_id is null
      left join channel n on r.platform_id is null and r.handle is null
           and n.source = r.source and n.name_key = r.name_key and n.platform_id is null and n.handle is null
     where exists (select from channel) and coalesce(i.id, h.id, n.id) is not null;
    analyze import_known`)
}

export interface UnknownRow {
  readonly line: number
  readonly platformId: string | null
  readonly handle: string | null
}

/** Calls `report` for each row whose channel has no name in the file and is not known, in the order of the file. */
export async function reportUnknown(client: ClientBase, report: (row: UnknownRow) => void): Promise<void> {
  const unknown = await client.query(`
    create temp table import_unknown on commit drop as
    select line from ${FILE_CHANNELS} r
     where name is null and not exists (select from import_known k where k.line = r.line)`)
  if (unknown.rowCount === 0) return
  // A refused row takes no handle from a channel.
  await client.query(`
    delete from import_conflict c
     where not is_kept and exists (
       select from import_unknown u left join import_fold f on f.into_line = u.line
        where c.line = coalesce(f.line, u.line))`)
  const rows = inBatches<UnknownRow>(
    client,
    `select r.line, r.platform_id as "platformId", r.handle
       from import_row r left join import_fold f using (line)
      where coalesce(f.into_line, r.line) in (select line from import_unknown)
      order by r.line`,
  )
  for await (const row of rows) report(row)
}

const BATCH = 5_000

/** The rows of a query, fetched in batches to limit memory. */
export async function* inBatches<T extends QueryResultRow>(client: ClientBase, query: string) {
  await client.query(`declare import_rows cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<T>(`fetch ${BATCH} from import_rows`)
    yield* rows
    if (rows.length < BATCH) break
  }
  await client.query('close import_rows')
}
