import type { Insertable } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/tables.ts'

type OptoutLink = Insertable<DB['optout_link']>

export async function insertOptoutLink(tx: Tx, link: OptoutLink): Promise<void> {
  await tx.insertInto('optout_link').values(link).execute()
}

/** Consumes a link. @returns the address that it was mailed to; undefined when the link is not valid */
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

/** Whether the hash of an address is stored. */
export async function isSuppressed(db: Db | Tx, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('suppression')
    .select('created_at')
    .where('address_hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the hash for every later import. Waits for the end of a running import. @returns whether it is new */
export async function insertSuppression(tx: Tx, hash: Buffer, now: Date): Promise<boolean> {
  const result = await tx
    .insertInto('suppression')
    .values({ address_hash: hash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}
