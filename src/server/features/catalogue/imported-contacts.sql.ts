import type { ClientBase } from 'pg'
import { isAtMost } from './contact-ages.sql.ts'

// Imports write contacts as they may be sold from the first moment: what is known of an address holds for every channel that gets it,
// and what is too old is withheld in the statement that writes it.

/** Channels that got a contact that is not sold, and those of which `renewImported` changed whether they have one to sell. */
export const RENEWED_CHANNELS = 'imported_renewed'

/** Creates that temporary table. */
export async function prepareContacts(client: ClientBase): Promise<void> {
  await client.query(`create temp table ${RENEWED_CHANNELS} (channel_id bigint not null) on commit drop`)
}

const CONTACT = 'channel_id, address, source_kind, source_url, first_seen_at, last_seen_at'

/** Adds addresses. Whoever changes one that is known waits for the import from now on, and then sees all channels that have it. */
async function addAddresses(client: ClientBase, rows: string): Promise<void> {
  await client.query(`
    select from address where address in (select address from (${rows}) new) order by address for share`)
  await client.query(`
    insert into address (address) select distinct address from (${rows}) new order by address on conflict do nothing`)
}

/**
 * Adds contacts of new channels.
 * @param rows a query of the columns above
 * @param notSold as of `AgeLimits`; null for made-up channels, whose contacts do not age
 */
export async function insertContacts(client: ClientBase, rows: string, notSold: Date | null): Promise<void> {
  await addAddresses(client, rows)
  await writeContacts(client, rows, notSold)
}

/** @param onConflict the clause for contacts `c` that are there already, which new channels have none of */
async function writeContacts(
  client: ClientBase,
  rows: string,
  notSold: Date | null,
  onConflict = '',
): Promise<void> {
  await client.query(`
    with written as (
      insert into contact as c (${CONTACT}, withheld)
      select ${CONTACT}, ${staleIf('greatest(last_seen_at, confirmed_at)', notSold)}
        from (${rows}) new
        left join (select address, confirmed_at from address where confirmed_at is not null) confirmed using (address)
      ${onConflict}
      returning channel_id, address, withheld
    )
    insert into ${RENEWED_CHANNELS}
    select channel_id from written
     where withheld <> '{}' or address in (select address from address where is_off_sale)`)
}

/**
 * Adds contacts of known channels; where a channel has the address already, the dates are widened.
 * @param rows as of `insertContacts`, with `is_new` @param notSold the same
 */
export async function addContacts(client: ClientBase, rows: string, notSold: Date | null): Promise<void> {
  const isLatest = 'excluded.last_seen_at >= c.last_seen_at'
  const confirmedAt = '(select confirmed_at from address where address.address = c.address)'
  const age = `greatest(c.last_seen_at, excluded.last_seen_at, ${confirmedAt})`
  await addAddresses(client, `select address from (${rows}) rows where is_new`)
  await writeContacts(
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
             || ${staleIf(age, notSold)}`,
  )
  await client.query(`
    with renewed as (
      update channel set has_contact = not has_contact, updated_at = now()
       where id in (select channel_id from (${rows}) new union select channel_id from ${RENEWED_CHANNELS})
         and (not has_contact or id in (select channel_id from ${RENEWED_CHANNELS}))
         and has_contact <> exists (select from known_contact where channel_id = channel.id and is_sold)
      returning id
    )
    insert into ${RENEWED_CHANNELS} select id from renewed`)
}

function staleIf(age: string, notSold: Date | null): string {
  return `case when ${isAtMost(age, notSold)} then array['stale'] else '{}' end`
}
