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
  // An address of both is merged, with the whole period in which it was seen. Its source is the later one, and it is too old only if
  // it is in both.
  await client.query(
    `update contact kept
        set first_seen_at = least(kept.first_seen_at, gone.first_seen_at),
            last_seen_at = greatest(kept.last_seen_at, gone.last_seen_at),
            source_kind = case when is_later then gone.source_kind else kept.source_kind end,
            source_url = case when is_later then gone.source_url else kept.source_url end,
            withheld = array(
              select reason from unnest(array['stale', 'source']) reason
              where case when reason = 'stale' then kept.withheld @> '{stale}' and gone.withheld @> '{stale}'
                else reason = any(case when is_later then gone.withheld else kept.withheld end) end)
       from (select gone.*, gone.last_seen_at > kept.last_seen_at as is_later
               from contact gone join contact kept using (address) where gone.channel_id = $1 and kept.channel_id = $2) gone
      where kept.channel_id = $2 and gone.address = kept.address`,
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
            has_contact = exists (select from known_contact where channel_id = kept.id and is_sold)
       from gone where kept.id = $2`,
    ids,
  )
  if (rowCount !== 1)
    throw new Error(`Channels ${goneId} and ${keptId} cannot be merged: one of them is not there`)
}
