import type { ClientBase } from 'pg'
import { IS_SOLD } from './contacts.sql.ts'
import { assignLaterFacts } from './channels.sql.ts'

interface Merge {
  /** The channel that is removed. */
  readonly goneId: number
  /** The channel that it is merged into. */
  readonly keptId: number
}

/**
 * Merges two channels that are provably the same, inside the caller's transaction: facts by their dates, contacts,
 * purchases, and what recent titles tell. The caller updates the search for both ids.
 */
export async function mergeChannels(client: ClientBase, { goneId, keptId }: Merge): Promise<void> {
  const ids = [goneId, keptId]
  await client.query('select move_reveals($1, $2)', ids)
  await client.query('select move_recent($1, $2)', ids)
  await client.query('select move_dismissals($1, $2)', ids)
  // An address of both is merged, with the whole period in which it was seen; an objection to either applies to both.
  await client.query(
    `update contact kept
        set first_seen_at = least(kept.first_seen_at, gone.first_seen_at),
            last_seen_at = greatest(kept.last_seen_at, gone.last_seen_at),
            suppressed_at = least(kept.suppressed_at, gone.suppressed_at),
            confirmed_at = greatest(kept.confirmed_at, gone.confirmed_at),
            withheld = array(select unnest(kept.withheld) union select unnest(gone.withheld) order by 1)
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
        set ${assignLaterFacts('kept', 'gone')},
            has_contact = exists (select from contact where channel_id = kept.id and ${IS_SOLD})
       from gone where kept.id = $2`,
    ids,
  )
  if (rowCount !== 1)
    throw new Error(`Channels ${goneId} and ${keptId} cannot be merged: one of them is not there`)
}
