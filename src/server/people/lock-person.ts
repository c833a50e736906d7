import type { Tx } from '#server/db/connect.ts'

/**
 * Makes other changes of a person's login wait until the transaction ends. Only the holder is locked before.
 * @returns the person's address; undefined when there is no account
 */
export async function lockPerson(tx: Tx, personId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('person')
    .select('email')
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.email
}

/** The same by address. @returns the person's id, or undefined */
export async function lockPersonByEmail(tx: Tx, email: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('person')
    .select('id')
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.id
}
