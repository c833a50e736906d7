import type { Db } from '#server/db/connect.ts'

/** Somebody who supports the product and agreed to be named. */
export interface Sponsor {
  readonly name: string
  readonly url: string | null
  /** Roubles; never shown to people. */
  readonly contribution: number
  readonly agreedAt: Date
}

/** All sponsors, largest contribution first. */
export async function listSponsors(db: Db): Promise<Sponsor[]> {
  return db
    .selectFrom('sponsor')
    .select(['name', 'url', 'contribution', 'agreed_at as agreedAt'])
    .orderBy('contribution', 'desc')
    .orderBy('id')
    .execute()
}

/** @returns false when somebody of that name is already listed, in any case */
export async function addSponsor(db: Db, { name, url, contribution, agreedAt }: Sponsor): Promise<boolean> {
  const result = await db
    .insertInto('sponsor')
    .values({ name, url, contribution, agreed_at: agreedAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** @returns false when nobody of that name is listed */
export async function removeSponsor(db: Db, name: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sponsor')
    .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(name)])))
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}
