import { sql } from 'kysely'
import { keyedHash } from '#server/config/secret.ts'
import type { Tx } from '#server/db/connect.ts'
import { normalizeEmail } from '#shared/rules/email.ts'

/**
 * Changes what is known of some addresses, and then what their channels, and the search, say of having a contact to sell. Lock order,
 * here and wherever several are taken: holder, channels by id, address, contacts, lots.
 */
export async function changeAddresses<T>(
  tx: Tx,
  addresses: readonly string[],
  change: () => Promise<T>,
): Promise<T> {
  const channelIds = await lockChannelsOf(tx, addresses)
  const result = await change()
  // Again: the change may have waited for an import that gave one of them to another channel.
  await renewHasContact(tx, [...channelIds, ...(await lockChannelsOf(tx, addresses))])
  return result
}

/** Locks the channels that have one of some addresses. */
export async function lockChannelsOf(tx: Tx, addresses: readonly string[]): Promise<readonly number[]> {
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
      and has_contact <> exists (select from known_contact where channel_id = channel.id and is_sold)
    returning id`.execute(tx)
  if (changed.rows.length > 0)
    await sql`select search_sync(${changed.rows.map(({ id }) => id)}::bigint[])`.execute(tx)
}

/**
 * Withholds an address from everybody for good, and forgets what its owner wanted.
 * @returns its contacts, unless it was withheld before
 */
export async function suppressContacts(tx: Tx, address: string, now: Date): Promise<readonly number[]> {
  return changeAddresses(tx, [address], async () => {
    const { rows: suppressed } = await sql`
      update address set suppressed_at = ${now}, refuses = '{}', paused_at = null, paused_until = null
      where address = ${address} and suppressed_at is null returning address`.execute(tx)
    if (suppressed.length === 0) return []
    const contacts = await tx.selectFrom('contact').select('id').where('address', '=', address).execute()
    await sql`select forget_unused_addresses(${[address]})`.execute(tx)
    return contacts.map(({ id }) => id)
  })
}

interface Bounced {
  readonly address: string
  /** When it was reported, or when our email was sent. What was confirmed or restored later outweighs it. */
  readonly at: Date
  /** Whether we know it ourselves, which takes the address off sale: nobody does that by typing. */
  readonly isOurs: boolean
}

/**
 * Notes of an address that emails to it come back.
 * @returns `first`: it was not known; `again`: it was; `outdated`: nothing was noted
 */
export async function noteBounce(
  tx: Tx,
  { address, at, isOurs }: Bounced,
): Promise<'first' | 'again' | 'outdated'> {
  const note = async () => {
    const { rows } = await sql<{ isKnown: boolean }>`
      update address set bounced_at = greatest(address.bounced_at, ${at}), is_undeliverable = address.is_undeliverable or ${isOurs}
      from (select address, bounced_at is not null as is_known from address where address = ${address} for no key update) was
      where address.address = was.address and suppressed_at is null
        and ${at} > coalesce(greatest(confirmed_at, restored_at), '-infinity')
      returning is_known as "isKnown"`.execute(tx)
    return rows[0] === undefined ? 'outdated' : rows[0].isKnown ? 'again' : 'first'
  }
  return isOurs ? changeAddresses(tx, [address], note) : note()
}

/** What is found out about an address. */
export interface AddressCheck {
  readonly address: string
  readonly verification: 'valid' | 'invalid' | 'unknown'
  /** When that was found out. */
  readonly verifiedAt: Date
  /** Since when every check has found it invalid; null unless it is. */
  readonly badSince: Date | null
  /** When the next check is due. */
  readonly checkAfter: Date
}

/**
 * Stores what is found out about addresses. Those that were withheld or removed meanwhile are left out, and those that somebody else
 * is changing: waiting for them could deadlock, and their turn comes again.
 * @returns how many were stored
 */
export async function storeAddressChecks(tx: Tx, checks: readonly AddressCheck[]): Promise<number> {
  const rows = checks.map(({ address, verification, verifiedAt, badSince, checkAfter }) => ({
    address,
    verification,
    verified_at: verifiedAt,
    bad_since: badSince,
    check_after: checkAfter,
  }))
  // Whether it goes off sale or comes back, for which all of its channels have to be locked.
  const found = sql`found as materialized (
      select found.*, (known.verification = 'invalid') <> (found.verification = 'invalid') as is_turning
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) found (
        address text, verification text, verified_at timestamptz, bad_since timestamptz, check_after timestamptz)
      join address known using (address)
    )`
  const { rows: channels } = await sql<{ id: number }>`
    with ${found}
    select id from channel
    where id in (select channel_id from contact join found using (address) where is_turning)
    order by id for no key update skip locked`.execute(tx)
  const channelIds = channels.map(({ id }) => id)
  const { rows: stored } = await sql`
    with ${found}, free as materialized (
      select address.address from address join found using (address)
      where suppressed_at is null and not (is_turning and exists (
        select from contact where contact.address = found.address and channel_id <> all(${channelIds}::bigint[])))
      for no key update of address skip locked
    )
    update address set (verification, verified_at, bad_since, check_after) =
      (found.verification, found.verified_at, found.bad_since, found.check_after)
    from found join free using (address)
    where address.address = found.address
    returning address.address`.execute(tx)
  await renewHasContact(tx, channelIds)
  return stored.length
}

/** What `suppression` stores of an address whose owner objected: a keyed hash of its normalised form. */
export function addressHash(secret: Buffer, address: string): Buffer {
  return keyedHash(secret, 'suppressed address', normalizeEmail(address))
}
