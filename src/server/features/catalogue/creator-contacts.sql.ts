import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { REFUSED_SUBJECTS, type RefusedSubject } from '#shared/rules/creators.ts'
import { changeAddresses } from './contacts.sql.ts'

// What the owner of an address says of it, for every channel that has it. Nothing is kept of one that no channel has.

/**
 * Notes that the owner of an address was told that it is listed. In no transaction that has locked a contact: an objection, which
 * waits for that lock, has locked the address already.
 */
export async function noteNotice(db: Db, address: string, now: Date): Promise<void> {
  await db.updateTable('address').set({ noticed_at: now }).where('address', '=', address).execute()
}

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
export async function confirmAddress(tx: Tx, { address, mailedAt, now }: Confirmed): Promise<boolean> {
  return changeAddresses(tx, [address], async () => {
    const { rows } = await sql<{ isNews: boolean }>`
      with was as materialized (
        select *, is_undeliverable and bounced_at > ${mailedAt} as is_failing from address
        where address = ${address} and suppressed_at is null for no key update
      )
      update address set confirmed_at = ${now}, is_undeliverable = is_failing,
        bounced_at = case when is_failing then was.bounced_at end
      from was where address.address = was.address
      returning was.confirmed_at is null or date_trunc('day', was.confirmed_at, 'UTC') < date_trunc('day', ${now}::timestamptz, 'UTC')
        or (was.is_undeliverable, was.bounced_at) is distinct from (address.is_undeliverable, address.bounced_at) as "isNews"`.execute(
      tx,
    )
    const isFresh = await refreshContacts(tx, address)
    return rows[0] !== undefined && (rows[0].isNews || isFresh)
  })
}

/** Puts contacts with an address on sale that were too old before its owner confirmed it. @returns whether there was one */
async function refreshContacts(tx: Tx, address: string): Promise<boolean> {
  const { rows } = await sql`
    update contact set withheld = array_remove(withheld, 'stale')
    where address = ${address} and 'stale' = any(withheld) returning id`.execute(tx)
  return rows.length > 0
}

const isKept = sql`suppressed_at is null and exists (select from contact where contact.address = address.address)`

/** @returns whether they are others than before */
export async function setRefuses(
  tx: Tx,
  { address, refuses }: { readonly address: string; readonly refuses: readonly RefusedSubject[] },
): Promise<boolean> {
  const sorted = REFUSED_SUBJECTS.filter((subject) => refuses.includes(subject)).toSorted()
  const { rows } = await sql`
    update address set refuses = ${sorted}::text[]
    where address = ${address} and refuses <> ${sorted}::text[] and ${isKept} returning address`.execute(tx)
  return rows.length > 0
}

interface PauseGiven {
  readonly address: string
  /** Null: until the owner ends it. */
  readonly months: number | null
  readonly now: Date
}

/**
 * Stops selling an address.
 * @returns until when, null without an end; undefined when it was paused until the same day before
 */
export async function setPause(
  tx: Tx,
  { address, months, now }: PauseGiven,
): Promise<Date | null | undefined> {
  return changeAddresses(tx, [address], async () => {
    const until = sql`${now}::timestamptz + make_interval(months => ${months}::integer)`
    const { rows } = await sql<{ until: Date | null }>`
      update address set paused_at = coalesce(paused_at, ${now}), paused_until = ${until}
      where address = ${address} and ${isKept} and (
        paused_at is null or date_trunc('day', paused_until, 'UTC') is distinct from date_trunc('day', ${until}, 'UTC'))
      returning paused_until as until`.execute(tx)
    return rows[0]?.until
  })
}

/** Sells an address again. @param dueAt only if its pause has ended by then @returns whether it was paused */
export async function endPause(tx: Tx, address: string, dueAt?: Date): Promise<boolean> {
  return changeAddresses(tx, [address], async () => {
    const { numUpdatedRows } = await tx
      .updateTable('address')
      .set({ paused_at: null, paused_until: null })
      .where('address', '=', address)
      .where('paused_at', 'is not', null)
      .$if(dueAt !== undefined, (query) => query.where('paused_until', '<=', dueAt ?? null))
      .executeTakeFirst()
    await sql`select forget_unused_addresses(${[address]})`.execute(tx)
    return numUpdatedRows > 0n
  })
}

/** Addresses whose pause is over. */
export async function findEndedPauses(db: Db, now: Date): Promise<readonly string[]> {
  const rows = await db.selectFrom('address').select('address').where('paused_until', '<=', now).execute()
  return rows.map(({ address }) => address)
}

interface Preferred {
  readonly address: string
  /** The address of the channels that are to have the preferred one, too. */
  readonly insteadOf: string
  readonly now: Date
}

/**
 * Adds an address that the owner of another one prefers to all channels of that one; as the latest to be confirmed it is
 * the best of each. The other one stays. Of a contact that is known from elsewhere its source stays, too. What was said of the other
 * one holds for it if it is new: otherwise a person who prefers an address could take it off sale for channels that are not theirs.
 * @returns whether a channel got it
 */
export async function addPreferredContacts(tx: Tx, { address, insteadOf, now }: Preferred): Promise<boolean> {
  return changeAddresses(tx, [insteadOf, address], async () => {
    await sql`
      insert into address (address, refuses, paused_at, paused_until)
      select ${address}, refuses, paused_at, paused_until from address
      where address = ${insteadOf} and exists (select from contact where contact.address = ${insteadOf})
      on conflict do nothing`.execute(tx)
    // The email with which it is confirmed has arrived.
    const { rows: confirmed } = await sql`
      update address set confirmed_at = ${now}, verification = 'unverified', verified_at = null, bad_since = null,
        check_after = '-infinity', bounced_at = null, is_undeliverable = false
      where address = ${address} and suppressed_at is null returning address`.execute(tx)
    if (confirmed.length === 0) return false
    const { rows: added } = await sql`
      insert into contact (channel_id, address, source_kind, source_url, first_seen_at, last_seen_at)
      select channel_id, ${address}, 'creator', '', ${now}, ${now} from contact where address = ${insteadOf}
      on conflict (channel_id, address) do update set last_seen_at = excluded.last_seen_at
      returning id`.execute(tx)
    await refreshContacts(tx, address)
    return added.length > 0
  })
}

/** Removes the contacts that were added for the owner of an address who now takes that back. */
export async function withdrawPreferredContacts(
  tx: Tx,
  { preferred, insteadOf }: { readonly preferred: readonly string[]; readonly insteadOf: string },
): Promise<void> {
  await changeAddresses(tx, [insteadOf], async () => {
    await sql`
      delete from contact using address
      where contact.address = address.address and suppressed_at is null and source_kind = 'creator'
        and contact.address = any(${preferred}::text[])
        and channel_id in (select channel_id from contact where address = ${insteadOf})`.execute(tx)
    // The pause of those that no channel has any more was that of the other one. Locked first, against an import.
    await sql`select from address where address = any(${preferred}::text[]) order by address for update`.execute(
      tx,
    )
    await sql`
      update address set paused_at = null, paused_until = null
      where address = any(${preferred}::text[]) and paused_at is not null
        and not exists (select from contact where contact.address = address.address)`.execute(tx)
    await sql`select forget_unused_addresses(${preferred})`.execute(tx)
  })
}
