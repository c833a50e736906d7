import type { ClientBase } from 'pg'
import { isAtMost } from './contact-ages.sql.ts'
import { IS_SOLD } from './contacts.sql.ts'

// Imports write contacts as they may be sold from the first moment: what is known of an address from its other contacts and from
// its owner holds for new ones too, and what is too old is withheld in the statement that writes it.

/** Channels that got a contact that is not sold, and those of which `renewImported` changed whether they have one to sell. */
export const RENEWED_CHANNELS = 'imported_renewed'

/** Creates that temporary table. */
export async function prepareContacts(client: ClientBase): Promise<void> {
  await client.query(`create temp table ${RENEWED_CHANNELS} (channel_id bigint not null) on commit drop`)
}

const CONTACT = 'channel_id, address, source_kind, source_url, first_seen_at, last_seen_at'

/**
 * Adds contacts of new channels.
 * @param rows a query of the columns above
 * @param notSold as of `AgeLimits`; null for made-up channels, whose contacts do not age
 * @param onConflict the clause for contacts `c` that are there already, which new channels have none of
 */
export async function insertContacts(
  client: ClientBase,
  rows: string,
  notSold: Date | null,
  onConflict = '',
): Promise<void> {
  await client.query(`
    with written as (
      insert into contact as c (${CONTACT}, bounced_at, withheld)
      select ${CONTACT}, bounced_at,
             array_remove(array[case when is_bounced then 'bounced' end, case when is_paused then 'paused' end], null)
               || ${staleIf('last_seen_at', notSold)}
        from (${rows}) new
        left join (select address, max(bounced_at) as bounced_at, bool_or('bounced' = any(withheld)) as is_bounced
                     from contact where bounced_at is not null group by address) failed using (address)
        left join (select address, true as is_paused from creator_terms where paused_at is not null) paused using (address)
      ${onConflict}
      returning channel_id, withheld
    )
    insert into ${RENEWED_CHANNELS} select channel_id from written where withheld <> '{}'`)
}

/**
 * Adds contacts of known channels; where a channel has the address already, the dates are widened.
 * @param rows, notSold as of `insertContacts`
 */
export async function addContacts(client: ClientBase, rows: string, notSold: Date | null): Promise<void> {
  const isLatest = 'excluded.last_seen_at >= c.last_seen_at'
  await insertContacts(
    client,
    rows,
    notSold,
    `on conflict (channel_id, address) do update
       set first_seen_at = least(c.first_seen_at, excluded.first_seen_at),
           last_seen_at = greatest(c.last_seen_at, excluded.last_seen_at),
           source_kind = case when ${isLatest} then excluded.source_kind else c.source_kind end,
           source_url = case when ${isLatest} then excluded.source_url else c.source_url end,
           -- No row is of a source that is switched off.
           withheld = array_remove(array_remove(c.withheld, 'stale'), case when ${isLatest} then 'source' end)
             || ${staleIf('greatest(c.last_seen_at, excluded.last_seen_at, c.confirmed_at)', notSold)}`,
  )
  await client.query(`
    with renewed as (
      update channel set has_contact = not has_contact, updated_at = now()
       where id in (select channel_id from (${rows}) new union select channel_id from ${RENEWED_CHANNELS})
         and (not has_contact or id in (select channel_id from ${RENEWED_CHANNELS}))
         and has_contact <> exists (select from contact where channel_id = channel.id and ${IS_SOLD})
      returning id
    )
    insert into ${RENEWED_CHANNELS} select id from renewed`)
}

function staleIf(age: string, notSold: Date | null): string {
  return `case when ${isAtMost(age, notSold)} then array['stale'] else '{}' end`
}
