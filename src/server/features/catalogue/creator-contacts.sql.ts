import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { lockChannelsOf, renewHasContact } from './contacts.sql.ts'

// What the owner of an address says changes its contacts, under the locks of reveals and merges: channels, then contacts.

interface Confirmed {
  readonly address: string
  /** When the link was mailed to the address: what came back by then works again, and what buyers said does not count. */
  readonly mailedAt: Date
  readonly now: Date
}

/**
 * Notes that the owner of an address says that it is right.
 * @returns whether that is news: it was not said on the same day, or it puts the address on sale again
 */
export async function confirmContacts(tx: Tx, { address, mailedAt, now }: Confirmed): Promise<boolean> {
  const channelIds = await lockChannelsOf(tx, address)
  const { rows } = await sql<{ isNews: boolean }>`
    with was as materialized (
      select * from contact where address = ${address} and suppressed_at is null
    ), confirmed as (
      update contact set confirmed_at = ${now},
        withheld = array_remove(array_remove(contact.withheld, 'stale'), case when contact.bounced_at <= ${mailedAt} then 'bounced' end),
        bounced_at = case when 'bounced' = any(contact.withheld) and contact.bounced_at > ${mailedAt} then contact.bounced_at end
      from was where contact.id = was.id and contact.suppressed_at is null
      returning contact.*
    )
    select was.confirmed_at is null or date_trunc('day', was.confirmed_at, 'UTC') < date_trunc('day', confirmed.confirmed_at, 'UTC')
      or (was.withheld, was.bounced_at) is distinct from (confirmed.withheld, confirmed.bounced_at) as "isNews"
    from was join confirmed using (id)`.execute(tx)
  await renewHasContact(tx, channelIds)
  return rows.some(({ isNews }) => isNews)
}

/** Stops or resumes selling the contacts with an address, as its owner wants it once their channels are locked. */
export async function settlePause(tx: Tx, address: string): Promise<void> {
  const channelIds = await lockChannelsOf(tx, address)
  const isWanted = sql`exists (
    select from creator_terms where creator_terms.address = contact.address and paused_at is not null)`
  await sql`
    update contact
    set withheld = case when ${isWanted} then array_append(withheld, 'paused') else array_remove(withheld, 'paused') end
    where address = ${address} and ('paused' = any(withheld)) <> ${isWanted}`.execute(tx)
  await renewHasContact(tx, channelIds)
}

interface Preferred {
  readonly address: string
  /** The address of the channels that are to have the preferred one, too. */
  readonly insteadOf: string
  readonly now: Date
}

/**
 * Adds an address that the owner of another one prefers to all channels of that one; as the latest to be confirmed it is
 * the best of each. The other one stays. Of a contact that is known from elsewhere its source stays, too.
 * @returns whether a channel got it
 */
export async function addPreferredContacts(tx: Tx, { address, insteadOf, now }: Preferred): Promise<boolean> {
  const channelIds = await lockChannelsOf(tx, insteadOf, address)
  const { rows: added } = await sql`
    insert into contact as kept (channel_id, address, source_kind, source_url, first_seen_at, last_seen_at, confirmed_at)
    select channel_id, ${address}, 'creator', '', ${now}, ${now}, ${now} from contact where address = ${insteadOf}
    on conflict (channel_id, address) do update
      set last_seen_at = excluded.last_seen_at, confirmed_at = excluded.confirmed_at, verification = 'unverified',
        verified_at = null, bad_since = null, bounced_at = null, check_after = '-infinity',
        withheld = array(select unnest(kept.withheld) except select unnest(array['stale', 'bounced', 'no_mail']))
      where kept.suppressed_at is null
    returning id`.execute(tx)
  // The email with which it is confirmed has arrived, which counts for all channels that have the address.
  await sql`
    update contact set bounced_at = null, withheld = array_remove(withheld, 'bounced')
    where address = ${address} and bounced_at is not null and suppressed_at is null`.execute(tx)
  await renewHasContact(tx, channelIds)
  return added.length > 0
}

/** Removes the contacts that were added for the owner of an address who now takes that back. */
export async function withdrawPreferredContacts(
  tx: Tx,
  { preferred, insteadOf }: { readonly preferred: readonly string[]; readonly insteadOf: string },
): Promise<void> {
  const channelIds = await lockChannelsOf(tx, insteadOf)
  await sql`
    delete from contact
    where channel_id = any(${channelIds}::bigint[]) and address = any(${preferred}::text[]) and source_kind = 'creator'
      and suppressed_at is null`.execute(tx)
  await renewHasContact(tx, channelIds)
}
