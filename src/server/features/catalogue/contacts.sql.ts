import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import { keyedHash } from '#server/config/secret.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { normalizeEmail } from '#shared/rules/email.ts'

const CONTACT = 'channel_id, address, source_kind, source_url, first_seen_at, last_seen_at'

/** Adds contacts of new channels. @param rows a query of the columns above */
export async function insertContacts(client: ClientBase, rows: string): Promise<void> {
  await client.query(`insert into contact (${CONTACT}) select ${CONTACT} from (${rows}) new`)
}

/**
 * Adds contacts of known channels; where a channel has the address already, the dates are widened.
 * @param rows as of `insertContacts`
 */
export async function addContacts(client: ClientBase, rows: string): Promise<void> {
  await client.query(`
    insert into contact as c (${CONTACT}) select ${CONTACT} from (${rows}) new
    on conflict (channel_id, address) do update
       set first_seen_at = least(c.first_seen_at, excluded.first_seen_at),
           last_seen_at = greatest(c.last_seen_at, excluded.last_seen_at),
           source_kind = case when excluded.last_seen_at >= c.last_seen_at then excluded.source_kind else c.source_kind end,
           source_url = case when excluded.last_seen_at >= c.last_seen_at then excluded.source_url else c.source_url end`)
  await client.query(`
    update channel set has_contact = true, updated_at = now()
     where not has_contact and id in (select channel_id from (${rows}) new)
       and exists (select from contact where channel_id = channel.id and suppressed_at is null)`)
}

/** What the suppression of an address takes away. */
export interface Withheld {
  /** Channels whose contact it is. */
  readonly channels: number
  /** Of these, those that have no other one. */
  readonly channelsLeftWithout: number
  /** Purchases of those, which show no address any more, and the people whose they are. */
  readonly purchases: number
  readonly owners: number
}

/** What the suppression of an address takes away, as things stand. */
export async function countWithheld(db: Db | Tx, address: string): Promise<Withheld> {
  const { rows } = await sql<Withheld>`
    with withheld as (
      select c.channel_id, exists (
        select from contact other
        where other.channel_id = c.channel_id and other.suppressed_at is null and other.address <> ${address}) as has_other
      from contact c where c.address = ${address} and c.suppressed_at is null
    ), records as (
      select purchase.person_id
      from withheld join reveal on reveal.channel_id = withheld.channel_id
      join purchase on purchase.person_id = reveal.person_id and purchase.reveal_id = reveal.id
      where not withheld.has_other
    )
    select (select count(*) from withheld) as channels,
      (select count(*) from withheld where not has_other) as "channelsLeftWithout",
      (select count(*) from records) as purchases, (select count(distinct person_id) from records) as owners`.execute(
    db,
  )
  return rows[0]!
}

/** Withholds an address from everybody, and updates the search for channels that have no other contact. */
export async function suppressContacts(tx: Tx, address: string, now: Date): Promise<void> {
  // Locks are taken in the order of reveals and merges: channels by id, then contacts.
  const { rows } = await sql<{ id: number }>`
    select id from channel where id in (select channel_id from contact where address = ${address})
    order by id for no key update`.execute(tx)
  await tx
    .updateTable('contact')
    .set({ suppressed_at: now })
    .where('address', '=', address)
    .where('suppressed_at', 'is', null)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  const changed = await sql<{ id: number }>`
    update channel set has_contact = false
    where id = any(${ids}) and has_contact
      and not exists (select from contact where channel_id = channel.id and suppressed_at is null)
    returning id`.execute(tx)
  if (changed.rows.length > 0)
    await sql`select search_sync(${changed.rows.map(({ id }) => id)}::bigint[])`.execute(tx)
}

/** What `suppression` stores of an address whose owner objected: a keyed hash of its normalised form. */
export function addressHash(secret: Buffer, address: string): Buffer {
  return keyedHash(secret, 'suppressed address', normalizeEmail(address))
}
