import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'

interface NewLink {
  readonly address: string
  readonly tokenHash: Buffer
  readonly now: Date
  readonly expiresAt: Date
}

export async function insertOptoutLink(
  tx: Tx,
  { address, tokenHash, now, expiresAt }: NewLink,
): Promise<void> {
  await tx
    .insertInto('optout_link')
    .values({ address, token_hash: tokenHash, created_at: now, expires_at: expiresAt })
    .execute()
}

/** Uses a link up. @returns the address that it was mailed to; undefined when it is not alive */
export async function takeOptoutLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('optout_link')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('address')
    .executeTakeFirst()
  return row?.address
}

export async function purgeOptoutLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('optout_link').where('expires_at', '<=', now).execute()
}

/** Keeps the hash for every later import. Waits for the end of an import that runs. */
export async function insertSuppression(tx: Tx, hash: Buffer, now: Date): Promise<void> {
  await tx
    .insertInto('suppression')
    .values({ address_hash: hash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Withholds an address from everybody, and tells search which channels have nothing to sell any more. */
export async function suppressContacts(tx: Tx, address: string, now: Date): Promise<void> {
  // In the order in which reveals and merges take their locks: channels by id, then contacts.
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
