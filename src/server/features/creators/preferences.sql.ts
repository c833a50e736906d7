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

interface TakenBack {
  readonly address: string
  /** As `readPreferred` gives them. */
  readonly preferred: readonly string[]
  /** The link by which it is taken back, which stays. */
  readonly tokenHash: Buffer
}

/**
 * Forgets preferences, and ends the links of all addresses that they are about. Of several at once one does it; all others
 * find their link ended or nothing to do. @returns whether anything was there to take back
 */
export async function deletePreferences(
  tx: Tx,
  { address, preferred, tokenHash }: TakenBack,
): Promise<boolean> {
  const everybody = sql`${[address, ...preferred]}::text[]`
  // In one order, so that two at once wait for each other.
  const { rows: links } = await sql<{ token_hash: Buffer }>`
    select token_hash from creator_link where address = any(${everybody}) or instead_of = any(${everybody})
    order by token_hash for update`.execute(tx)
  if (!links.some((link) => link.token_hash.equals(tokenHash))) return false
  const { rows } = await sql`
    delete from creator_preference where instead_of = any(${everybody}) and address = any(${everybody})
    returning address`.execute(tx)
  if (rows.length === 0) return false
  await sql`
    delete from creator_link
    where (address = any(${everybody}) or instead_of = any(${everybody})) and token_hash <> ${tokenHash}`.execute(
    tx,
  )
  return true
}

/** Forgets preferences of which no contact is left on one of their sides. */
export async function forgetLeftPreferences(db: Db): Promise<void> {
  await sql`
    delete from creator_preference p
    where not exists (select from contact where address = p.address)
      or not exists (select from contact where address = p.instead_of)`.execute(db)
}

/** The first channels of an address, by name, for a letter to its owner. */
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
    .selectFrom('contact')
    .innerJoin('channel', 'channel.id', 'contact.channel_id')
    .select(['channel.name', 'channel.language', 'channel.country'])
    .where('contact.address', '=', address)
    .where('contact.suppressed_at', 'is', null)
    .orderBy('channel.name')
    .orderBy('channel.id')
    .limit(limit)
    .execute()
}
