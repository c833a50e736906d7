import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'

interface Preference {
  readonly address: string
  readonly insteadOf: string
  readonly now: Date
}

/** Keeps which address is preferred to which, until that is taken back or either owner objects. */
export async function insertPreference(tx: Tx, { address, insteadOf, now }: Preference): Promise<void> {
  await sql`
    insert into creator_preference (instead_of, address, confirmed_at) values (${insteadOf}, ${address}, ${now})
    on conflict (instead_of, address) do update set confirmed_at = excluded.confirmed_at`.execute(tx)
}

/** The addresses that are preferred to one, and to those again, the latest first. */
export async function readPreferred(db: Db | Tx, address: string): Promise<readonly string[]> {
  const { rows } = await sql<{ address: string }>`
    with recursive preferred as (
      select address, confirmed_at from creator_preference where instead_of = ${address}
      union
      select next.address, next.confirmed_at
      from creator_preference next join preferred on next.instead_of = preferred.address
      where next.address <> ${address}
    )
    select address from preferred group by address order by max(confirmed_at) desc, address`.execute(db)
  return rows.map((row) => row.address)
}

/**
 * The links of some addresses and those that would prefer others to them. Several at once wait for each other, and so do an
 * objection and a confirmation by one of the links.
 */
export async function lockLinks(tx: Tx, addresses: readonly string[]): Promise<readonly Buffer[]> {
  // In one order, so that two at once do not wait for each other for ever.
  const { rows } = await sql<{ token_hash: Buffer }>`
    select token_hash from creator_link where address = any(${addresses}::text[]) or instead_of = any(${addresses}::text[])
    order by token_hash for update`.execute(tx)
  return rows.map((row) => row.token_hash)
}

interface TakenBack {
  readonly address: string
  /** As `readPreferred` gives them; their contacts in the address's channels are withdrawn. */
  readonly preferred: readonly string[]
  /** Locked links, which end. */
  readonly links: readonly Buffer[]
}

/**
 * Forgets preferences to an address and to those preferred to it, and ends links. Where one of the latter has channels of its
 * own with a contact that was added for it, its owner can still take that back: the pair stays. Those that still have contacts
 * keep their own links, and what they asked for; what was mailed to confirm a preference that is forgotten ends.
 */
export async function deletePreferences(tx: Tx, { address, preferred, links }: TakenBack): Promise<void> {
  const everybody = sql`${[address, ...preferred]}::text[]`
  await sql`
    delete from creator_preference p
    where instead_of = any(${everybody}) and address = any(${everybody}) and (instead_of = ${address} or not exists (
      select from contact own join contact added using (channel_id)
      where own.address = p.instead_of and added.address = p.address and added.source_kind = 'creator'))`.execute(
    tx,
  )
  await sql`
    delete from creator_link
    where token_hash = any(${links}::bytea[]) and (
      ${address} in (address, instead_of)
      or not exists (
        select from known_contact where known_contact.address = coalesce(instead_of, creator_link.address) and suppressed_at is null)
      or for_preference and not exists (select from creator_preference p where p.address = creator_link.address))`.execute(
    tx,
  )
}

/** Forgets preferences of which no contact is left on one of their sides. */
export async function deleteUnusedPreferences(db: Db): Promise<void> {
  await sql`
    delete from creator_preference p
    where not exists (select from known_contact where address = p.address and suppressed_at is null)
      or not exists (select from known_contact where address = p.instead_of and suppressed_at is null)`.execute(
    db,
  )
}

/** The first channels of an address, by name, for an email to its owner. */
export async function readOwnChannels(
  tx: Tx,
  address: string,
  limit: number,
): Promise<
  readonly {
    readonly name: string
    readonly language: string | null
    readonly country: string | null
  }[]
> {
  return tx
    .selectFrom('known_contact as contact')
    .innerJoin('channel', 'channel.id', 'contact.channel_id')
    .select(['channel.name', 'channel.language', 'channel.country'])
    .where('contact.address', '=', address)
    .where('contact.suppressed_at', 'is', null)
    .orderBy('channel.name')
    .orderBy('channel.id')
    .limit(limit)
    .execute()
}
