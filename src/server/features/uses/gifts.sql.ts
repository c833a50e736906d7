import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'

interface Gift {
  /** Keyed hash of the normalised address. */
  readonly addressHash: Buffer
  readonly gift: string
  readonly personId: number
  readonly now: Date
}

/** Records a one-time gift to a person's address. @returns false when it was given before */
export async function rememberGift(tx: Tx, { addressHash, gift, personId, now }: Gift): Promise<boolean> {
  const result = await tx
    .insertInto('gift_given')
    .values({ address_hash: addressHash, gift, person_id: personId, remembered_since: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Removes the record of a gift that was not given after all, in the same transaction. */
export async function forgetGift(tx: Tx, { addressHash, gift }: Gift): Promise<void> {
  await tx.deleteFrom('gift_given').where('address_hash', '=', addressHash).where('gift', '=', gift).execute()
}

/** Starts the retention of a person's gifts when the account is deleted. */
export async function startGiftTerm(tx: Tx, personId: number, now: Date): Promise<void> {
  await tx
    .updateTable('gift_given')
    .set({ remembered_since: now })
    .where('person_id', '=', personId)
    .execute()
}

/** Deletes the gifts of accounts that were deleted 3 years ago, as promised to people. */
export async function purgeGifts(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('gift_given')
    .where('person_id', 'is', null)
    .where('remembered_since', '<=', sql<Date>`${now}::timestamptz - interval '3 years'`)
    .execute()
}
