import type { Db } from '../../db/connect.ts'

/** Marks a solution as used, on all servers. @returns false when it was used before */
export async function markSolved(
  db: Db,
  { nonce, expiresAt }: { readonly nonce: string; readonly expiresAt: Date },
): Promise<boolean> {
  const taken = await db
    .insertInto('solved_captcha')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return taken.numInsertedOrUpdatedRows === 1n
}

/** Deletes used solutions that have expired. */
export async function purgeSolved(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('solved_captcha').where('expires_at', '<=', now).execute()
}
