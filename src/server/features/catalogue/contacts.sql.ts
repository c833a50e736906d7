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
  readonly countProofs: () => Promise<number>
  readonly enough: number
  /** When the report was made. */
  readonly at: Date
}

/**
 * Locks all contacts with an address against being sold until the transaction ends, and notes that emails to it come back; not
 * when no proof counts any more, as of a report from before a restoration.
 * @param countProofs how many buyers have shown that, this one included; counted under the lock
 * @param enough the number of reports that takes the address off sale
 * @returns whether this call took the address off sale
 */
export async function noteBounce(tx: Tx, { address, countProofs, enough, at }: Bounced): Promise<boolean> {
  const channelIds = await lockChannelsOf(tx, address)
  const { rows } = await sql<{ isOff: boolean }>`
    select 'bounced' = any(withheld) as "isOff" from contact where address = ${address} order by id for update`.execute(
    tx,
  )
  const proofs = await countProofs()
  if (proofs === 0) return false
  const isProven = proofs >= enough
  await tx
    .updateTable('contact')
    .set({
      bounced_at: sql<Date>`greatest(bounced_at, ${at}::timestamptz)`,
      ...(isProven && {
        withheld: sql<string[]>`array_append(array_remove(withheld, 'bounced'), 'bounced')`,
      }),
    })
    .where('address', '=', address)
    .execute()
  if (isProven) await renewHasContact(tx, channelIds)
  return isProven && rows.some(({ isOff }) => !isOff)
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
 * Stores what is found out about contacts. Those that were withheld or removed meanwhile are left out, and those that somebody else
 * is changing: waiting for them could deadlock, and their turn comes again.
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
  const { rows: stored } = await sql`
    with found as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) t (
        id bigint, verification text, verified_at timestamptz, bad_since timestamptz, check_after timestamptz)
    ), free as materialized (
      select id from contact where id in (select id from found) and suppressed_at is null
      for no key update skip locked
    )
    update contact c set (verification, verified_at, bad_since, check_after) =
      (found.verification, found.verified_at, found.bad_since, found.check_after)
    from found join free on free.id = found.id
    where c.id = found.id
    returning c.id`.execute(tx)
  return stored.length
}

/** What `suppression` stores of an address whose owner objected: a keyed hash of its normalised form. */
export function addressHash(secret: Buffer, address: string): Buffer {
  return keyedHash(secret, 'suppressed address', normalizeEmail(address))
}
