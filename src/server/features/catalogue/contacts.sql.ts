import { sql } from 'kysely'
import { keyedHash } from '#server/config/secret.ts'
import type { Tx } from '#server/db/connect.ts'
import { normalizeEmail } from '#shared/rules/email.ts'

/**
 * The condition on a `contact` under which it is sold. Those who bought this very one see it as long as its owner has not
 * objected, whatever else keeps it from being sold.
 */
export const IS_SOLD = `contact.suppressed_at is null and contact.withheld = '{}'`

/**
 * Withholds an address from everybody, and updates the search for channels that have no other contact.
 * @returns the contacts that were not withheld before
 */
export async function suppressContacts(tx: Tx, address: string, now: Date): Promise<readonly number[]> {
  const channelIds = await lockChannelsOf(tx, address)
  const suppressed = await tx
    .updateTable('contact')
    .set({ suppressed_at: now })
    .where('address', '=', address)
    .where('suppressed_at', 'is', null)
    .returning('id')
    .execute()
  await renewHasContact(tx, channelIds)
  return suppressed.map(({ id }) => id)
}

/** Locks the channels that have one of some addresses, in the order of reveals and merges: channels by id, then contacts. */
export async function lockChannelsOf(tx: Tx, ...addresses: readonly string[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from channel where id in (select channel_id from contact where address = any(${addresses}::text[]))
    order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Makes locked channels say whether they have a contact to sell, in the search too. */
export async function renewHasContact(tx: Tx, channelIds: readonly number[]): Promise<void> {
  if (channelIds.length === 0) return
  const changed = await sql<{ id: number }>`
    update channel set has_contact = not has_contact
    where id = any(${channelIds}::bigint[])
      and has_contact <> exists (select from contact where channel_id = channel.id and ${sql.raw(IS_SOLD)})
    returning id`.execute(tx)
  if (changed.rows.length > 0)
    await sql`select search_sync(${changed.rows.map(({ id }) => id)}::bigint[])`.execute(tx)
}

interface Bounced {
  readonly address: string
  /** When it was reported, or when our email was sent. What was confirmed or restored later outweighs it. */
  readonly at: Date
  /** Whether we know it ourselves, which takes the address off sale: nobody does that by typing. */
  readonly isOurs: boolean
}

/**
 * Notes of all contacts with an address that emails to it come back.
 * @returns `first`: it was not known of any of them; `again`: it was; `outdated`: nothing was noted
 */
export async function noteBounce(
  tx: Tx,
  { address, at, isOurs }: Bounced,
): Promise<'first' | 'again' | 'outdated'> {
  const channelIds = await lockChannelsOf(tx, address)
  const { rows } = await sql<{ isKnown: boolean }>`
    with known as materialized (
      select * from contact where address = ${address} and suppressed_at is null order by id for update
    ), noted as (
      update contact set bounced_at = greatest(contact.bounced_at, ${at}::timestamptz),
        withheld = case when ${isOurs}::boolean
          then array_append(array_remove(contact.withheld, 'bounced'), 'bounced') else contact.withheld end
      from known
      where contact.id = known.id
        and ${at} > (select coalesce(greatest(max(confirmed_at), max(restored_at)), '-infinity') from known)
      returning known.bounced_at
    )
    select bool_or(bounced_at is not null) as "isKnown" from noted having count(*) > 0`.execute(tx)
  if (rows[0] === undefined) return 'outdated'
  if (isOurs) await renewHasContact(tx, channelIds)
  return rows[0].isKnown ? 'again' : 'first'
}

/** What is found out about a contact. */
export interface ContactCheck {
  readonly id: number
  readonly verification: 'valid' | 'invalid' | 'unknown'
  /** When that was found out. */
  readonly verifiedAt: Date
  /** Since when every check has found it invalid; null unless it is. */
  readonly badSince: Date | null
  /** When the next check is due. */
  readonly checkAfter: Date
}

/**
 * Stores what is found out about contacts, and sells none whose domain accepts no mail. Those that were withheld or removed
 * meanwhile are left out, and those that somebody else is changing: waiting for them could deadlock, and their turn comes again.
 * @returns how many were stored
 */
export async function storeContactChecks(tx: Tx, checks: readonly ContactCheck[]): Promise<number> {
  const rows = checks.map(({ id, verification, verifiedAt, badSince, checkAfter }) => ({
    id,
    verification,
    verified_at: verifiedAt,
    bad_since: badSince,
    check_after: checkAfter,
  }))
  const found = sql`found as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) t (
        id bigint, verification text, verified_at timestamptz, bad_since timestamptz, check_after timestamptz)
    )`
  const isTurning = sql`('no_mail' = any(contact.withheld)) <> (found.verification = 'invalid')`
  const { rows: channels } = await sql<{ id: number }>`
    with ${found}
    select id from channel
    where id in (select channel_id from contact join found using (id) where ${isTurning})
    order by id for no key update skip locked`.execute(tx)
  const channelIds = channels.map(({ id }) => id)
  const { rows: stored } = await sql`
    with ${found}, free as materialized (
      select contact.id from contact join found using (id)
      where suppressed_at is null and (not ${isTurning} or channel_id = any(${channelIds}::bigint[]))
      for no key update of contact skip locked
    )
    update contact c set (verification, verified_at, bad_since, check_after, withheld) =
      (found.verification, found.verified_at, found.bad_since, found.check_after,
        array_remove(c.withheld, 'no_mail') || case when found.verification = 'invalid' then array['no_mail'] else '{}' end)
    from found join free on free.id = found.id
    where c.id = found.id
    returning c.id`.execute(tx)
  await renewHasContact(tx, channelIds)
  return stored.length
}

/** What `suppression` stores of an address whose owner objected: a keyed hash of its normalised form. */
export function addressHash(secret: Buffer, address: string): Buffer {
  return keyedHash(secret, 'suppressed address', normalizeEmail(address))
}
