import { IS_SOLD } from './contacts.sql.ts'
import { assignLaterFacts } from './channels.sql.ts'

/** Runs statements in the caller's transaction: a client of the driver, or an adapter for a transaction of Kysely. */
export interface Statements {
  query(text: string, values: unknown[]): Promise<{ readonly rowCount: number | null }>
}

interface Merge {
  /** The channel that is removed. */
  readonly goneId: number
  /** The channel that it is merged into. */
  readonly keptId: number
}

/**
 * Merges two channels that are provably the same, inside the caller's transaction: facts by their dates, contacts,
 * purchases, and what recent titles tell. Of the operator's edits, those of the kept channel come first; if either is hidden,
 * both are. The caller updates the search for both ids.
 */
export async function mergeChannels(client: Statements, { goneId, keptId }: Merge): Promise<void> {
  const ids = [goneId, keptId]
  await client.query('select move_reveals($1, $2)', ids)
  await client.query('select move_recent($1, $2)', ids)
  await client.query('select move_dismissals($1, $2)', ids)
  // An address of both is merged, with the whole period in which it was seen; an objection to either applies to both. Its
  // source is the later one, and it is too old only if it is in both.
  await client.query(
    `update contact kept
        set first_seen_at = least(kept.first_seen_at, gone.first_seen_at),
            last_seen_at = greatest(kept.last_seen_at, gone.last_seen_at),
            (source_kind, source_url) = (select later.source_kind, later.source_url from contact later
              where later.id in (kept.id, gone.id) order by later.last_seen_at desc, later.id = kept.id desc limit 1),
            (verification, verified_at, bad_since, check_after) = (
              select later.verification, later.verified_at, later.bad_since, later.check_after from contact later
              where later.id in (kept.id, gone.id) order by later.verified_at desc nulls last, later.id = kept.id desc limit 1),
            suppressed_at = least(kept.suppressed_at, gone.suppressed_at),
            confirmed_at = greatest(kept.confirmed_at, gone.confirmed_at),
            bounced_at = greatest(kept.bounced_at, gone.bounced_at),
            restored_at = greatest(kept.restored_at, gone.restored_at),
            withheld = array(
              select distinct reason from unnest(kept.withheld || gone.withheld) reason
              where case reason
                when 'stale' then kept.withheld @> '{stale}' and gone.withheld @> '{stale}'
                when 'no_mail' then (select later.verification = 'invalid' from contact later
                  where later.id in (kept.id, gone.id) order by later.verified_at desc nulls last, later.id = kept.id desc limit 1)
                when 'source' then case when gone.last_seen_at > kept.last_seen_at then gone.withheld else kept.withheld end @> '{source}'
                else true end
              order by 1)
       from contact gone
      where gone.channel_id = $1 and kept.channel_id = $2 and gone.address = kept.address`,
    ids,
  )
  await client.query(
    `delete from contact gone using contact kept
      where gone.channel_id = $1 and kept.channel_id = $2 and gone.address = kept.address`,
    ids,
  )
  await client.query('update contact set channel_id = $2 where channel_id = $1', ids)
  await client.query('update retired_contact set channel_id = $2 where channel_id = $1', ids)
  await client.query(
    `update channel_day gone set channel_id = $2
      where channel_id = $1 and not exists (select from channel_day where channel_id = $2 and day = gone.day)`,
    ids,
  )
  const { rowCount } = await client.query(
    `with gone as (delete from channel where id = $1 returning *)
     update channel kept
        set ${assignLaterFacts('kept', 'gone', true)},
            has_contact = exists (select from contact where channel_id = kept.id and ${IS_SOLD})
       from gone where kept.id = $2`,
    ids,
  )
  if (rowCount !== 1)
    throw new Error(`Channels ${goneId} and ${keptId} cannot be merged: one of them is not there`)
}
