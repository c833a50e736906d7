import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { FACTS, REFRESHED } from './channels.sql.ts'
import { type AgeLimits, isAtMost } from './contact-ages.sql.ts'

/** The columns of a channel that imports write. */
const WRITTEN = ['platform_id', ...FACTS, 'fetched_at', 'uploads_checked_at'] as const
/** Those of them that the platform tells, too: what it has told since is newer than what was before. */
const TOLD = [...FACTS.filter((fact) => REFRESHED.has(fact)), 'uploads_checked_at']

const columns = (of = '') => sql.raw(WRITTEN.map((name) => `${of}${name}`).join(', '))

/** A query of `channel_id` and `before`: a JSON object with facts of a channel, and its `contacts` where these are concerned. */
type Images = RawBuilder<unknown>

/** Deletes channels that nothing depends on, with their contacts. @param ids a query */
export async function deleteChannels(tx: Tx, ids: RawBuilder<unknown>): Promise<void> {
  await sql`delete from channel where id in (${ids})`.execute(tx)
}

/** Takes the handles of channels that had another one, since two may have swapped theirs. */
export async function takeHandles(tx: Tx, images: Images): Promise<void> {
  await sql`
    update channel c set handle = null from (${images}) image
    where c.id = channel_id and before ? 'handle' and c.handle is distinct from before ->> 'handle'
      and c.platform_id is not null`.execute(tx)
}

/**
 * Gives channels their facts and contacts of before an import. Contacts that they have since then go, except what a creator gave; what
 * keeps one off sale is what does so now.
 */
export async function restoreChannels(tx: Tx, images: Images, { notSold }: AgeLimits): Promise<void> {
  await sql`
    delete from contact k using (${images}) image
    where k.channel_id = image.channel_id and before ? 'contacts' and source_kind <> 'creator'
      and not exists (select from jsonb_array_elements(before -> 'contacts') kept where (kept ->> 'id')::bigint = k.id)`.execute(
    tx,
  )
  await sql`
    update contact k set source_kind = kept.source_kind, source_url = kept.source_url, first_seen_at = kept.first_seen_at,
      last_seen_at = kept.last_seen_at,
      withheld = array(
        select 'stale' where ${sql.raw(isAtMost('greatest(kept.last_seen_at, confirmed_at)', notSold))}
        union all
        select 'source' where contact_source(kept.source_kind, kept.source_url) in (select source from switched_off_source))
    from (${images}) image, address, jsonb_to_recordset(before -> 'contacts') kept (
      id bigint, source_kind text, source_url text, first_seen_at timestamptz, last_seen_at timestamptz)
    where k.id = kept.id and address.address = k.address
      and (k.source_kind, k.source_url, k.first_seen_at, k.last_seen_at)
        is distinct from (kept.source_kind, kept.source_url, kept.first_seen_at, kept.last_seen_at)`.execute(
    tx,
  )
  await sql`
    update channel c set (${columns()}) = (select ${columns('old.')} from jsonb_populate_record(c,
        case when c.refreshed_at is distinct from (before ->> 'refreshed_at')::timestamptz then before - ${TOLD}::text[] else before end) old),
      has_contact = exists (select from known_contact where channel_id = c.id and is_sold), updated_at = now()
    from (${images}) image where c.id = image.channel_id`.execute(tx)
}
