import type { ClientBase } from 'pg'
import {
  FACTS,
  freeHandles,
  insertChannels,
  laterCheck,
  laterOf,
  updateChannels,
} from '#server/features/catalogue/channels.sql.ts'
import { isAtMost } from '#server/features/catalogue/contact-ages.sql.ts'
import {
  addContacts,
  insertContacts,
  RENEWED_CHANNELS,
} from '#server/features/catalogue/imported-contacts.sql.ts'
import { FILE_CHANNELS, PLAIN_ROWS } from './stage.sql.ts'

/** How many channels and contacts an import adds and changes, or would. */
export interface ImportCounts {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  /** Pairs of known channels, one known by id and one by handle, that the file proves to be the same. */
  readonly merged: number
  readonly contactsAdded: number
  readonly contactsChanged: number
}

const DIFFERS = `(${FACTS.map((fact) => laterOf(fact, 'c', 'r')).join(', ')}, coalesce(c.platform_id, r.platform_id))
  is distinct from (${FACTS.map((fact) => `c.${fact}`).join(', ')}, c.platform_id)`

/** The channel loses its handle to another channel in the file, so even an older row may give it a new one. */
const FREED = `(r.handle is not null and c.id in (select channel_id from import_conflict where not is_kept))`

/** Of a row `r`. */
export const IS_NEW = 'not exists (select from import_known k where k.line = r.line)'

const TODAY = '(select today from search_day)'
/** A later date alone can show that a channel has been inactive longer. */
const IS_QUIETER = `search_silence(${laterOf('last_upload_at', 'c', 'r')}, ${laterCheck('c', 'r')}, ${TODAY})
  <> search_silence(c.last_upload_at, c.uploads_checked_at, ${TODAY})`

/** Creates import_change: known channels with a changed fact or date. */
export async function findChanges(client: ClientBase): Promise<void> {
  await client.query(`
    create temp table import_change on commit drop as
    select r.line, c.id, ${DIFFERS} or ${FREED} as differs, ${IS_QUIETER} as is_quieter
      from import_known k join ${FILE_CHANNELS} r using (line) join channel c on c.id = k.id
     where r.fetched_at > c.fetched_at or ${DIFFERS} or ${FREED};
    analyze import_change`)
}

/**
 * Creates import_contact: each contact of a known channel, or of a channel with several rows, once, with what the
 * catalogue knows about it. All other contacts are new.
 */
export async function matchContacts(client: ClientBase): Promise<void> {
  await client.query(`
    create temp table import_contact on commit drop as
    select g.*, c.id is null as is_new,
           coalesce(g.last_seen_at > c.last_seen_at or g.first_seen_at < c.first_seen_at, false) as is_later
      from (select coalesce(k.id, folded.id, r.id) as channel_id, address,
                   (array_agg(source_kind order by last_seen_at desc, source_kind))[1] as source_kind,
                   (array_agg(source_url order by last_seen_at desc, source_url))[1] as source_url,
                   min(first_seen_at) as first_seen_at, max(last_seen_at) as last_seen_at
              from import_row r
              left join import_fold f on f.line = r.line
              left join import_folded folded on folded.line = f.into_line
              left join import_known k on k.line = coalesce(f.into_line, r.line)
             cross join unnest(r.addresses) address
             where (f.line is not null or k.line is not null) and (k.line is not null or folded.name is not null)
             group by 1, 2) g
      left join contact c on c.channel_id = g.channel_id and c.address = g.address;
    analyze import_contact`)
}

/**
 * Removes contacts that are too old to be kept; those of known channels only widen dates and stay.
 * @returns how many
 */
export async function leaveOutOld(client: ClientBase, notKept: Date): Promise<number> {
  const { rows } = await client.query<{ contacts: number }>(`
    with old as materialized (
      select line, cardinality(addresses) as contacts from import_row r
       where addresses is not null and ${isAtMost('last_seen_at', notKept)} and name is not null and ${IS_NEW}
         and not exists (select from import_fold f where f.line = r.line)
    ), removed as (
      update import_row set addresses = null where line in (select line from old)
    ), others as (
      delete from import_contact where is_new and ${isAtMost('last_seen_at', notKept)} returning 1
    )
    select (select coalesce(sum(contacts), 0) from old) + (select count(*) from others) as contacts`)
  return rows[0]!.contacts
}

/** Creates import_touched: ids of the known channels that the import changes. @returns the counts */
export async function countChanges(client: ClientBase): Promise<ImportCounts> {
  await client.query(`
    create temp table import_touched on commit drop as
    select id from import_change where differs
    union
    select k.id from import_known k join import_contact c on c.channel_id = k.id where c.is_new or c.is_later
    union
    select id from import_known where twin_id is not null;
    analyze import_touched`)
  const { rows } = await client.query<ImportCounts>(`
    select staged.channels - (select count(*) from import_fold) + (select count(*) from import_folded)
             - (select count(*) from import_known) - (select count(*) from import_unknown) as added,
           (select count(*) from import_touched) as changed,
           (select count(*) from import_known) - (select count(*) from import_touched) as unchanged,
           (select count(twin_id) from import_known) as merged,
           (select count(*) from import_contact where is_new) + staged.contacts
             - (select coalesce(sum(cardinality(addresses)), 0) from import_row
                 where line in (select line from import_fold union all select line from import_known
                                union all select line from import_unknown)) as "contactsAdded",
           (select count(*) from import_contact where is_later) as "contactsChanged"
      from (select count(*) as channels, coalesce(sum(cardinality(addresses)), 0) as contacts from import_row) staged`)
  return rows[0] as ImportCounts
}

/** Writes new channels with their contacts, and later facts of known channels. */
export async function writeChannels(
  client: ClientBase,
  { isDemo, notSold }: { readonly isDemo: boolean; readonly notSold: Date | null },
): Promise<void> {
  await freeHandles(client, 'select channel_id from import_conflict where not is_kept')
  // Before the addresses, as everybody does.
  await client.query(`
    select from channel where id in (select channel_id from import_contact where is_new) order by id for no key update`)
  await updateChannels(
    client,
    `select k.id as channel_id, r.* from import_known k join ${FILE_CHANNELS} r using (line)
      where k.twin_id is not null or k.line in (select line from import_change)`,
  )
  const rows = (from: string, hasContact: string) => `
    select id, platform, platform_id, source, ${FACTS.filter((fact) => fact !== 'status').join(', ')}, fetched_at,
           uploads_checked_at, coalesce(status, 'active') as status, ${isDemo} as is_demo, ${hasContact} as has_contact
      from ${from} r where name is not null and ${IS_NEW}`
  await insertChannels(
    client,
    rows(PLAIN_ROWS, `addresses is not null and not ${isAtMost('last_seen_at', notSold)}`),
  )
  await insertChannels(client, rows('import_folded', 'id in (select channel_id from import_contact)'))
  await insertContacts(
    client,
    `select id as channel_id, unnest(addresses) as address, source_kind, source_url, first_seen_at, last_seen_at
       from ${PLAIN_ROWS} r where addresses is not null and name is not null and ${IS_NEW}`,
    notSold,
  )
}

/** Writes the contacts in import_contact. */
export async function writeOtherContacts(client: ClientBase, notSold: Date | null): Promise<void> {
  await addContacts(client, 'select * from import_contact where is_new or is_later', notSold)
}

/** A query for the ids of all channels that the import added, changed or merged away. */
export const TOUCHED_CHANNELS = `
  select id from ${FILE_CHANNELS} r where name is not null and ${IS_NEW}
  union all select id from import_change where differs or is_quieter
  union all select channel_id from import_contact where is_new
  union all select channel_id from ${RENEWED_CHANNELS}
  union all select unnest(array[id, twin_id]) from import_known where twin_id is not null`
