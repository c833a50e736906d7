import type { Db, Tx } from '#server/db/connect.ts'

/** What a mailed link allows. */
export type LinkPurpose = 'reset' | 'delete' | 'sessions'

interface NewLink {
  readonly personId: number
  readonly purpose: LinkPurpose
  readonly tokenHash: Buffer
  readonly now: Date
  readonly expiresAt: Date
}

/** Deletes a person's links of one purpose. The caller holds the person's row. */
export async function forgetLinks(
  tx: Tx,
  { personId, purpose }: Pick<NewLink, 'personId' | 'purpose'>,
): Promise<void> {
  await tx.deleteFrom('link_token').where('person_id', '=', personId).where('purpose', '=', purpose).execute()
}

/** Adds a link to those that the person has. */
export async function addLink(tx: Tx, link: NewLink): Promise<void> {
  await tx
    .insertInto('link_token')
    .values({
      token_hash: link.tokenHash,
      purpose: link.purpose,
      person_id: link.personId,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute()
}

interface GivenLink {
  readonly purpose: LinkPurpose
  readonly tokenHash: Buffer
  readonly now: Date
}

/** Finds a valid link without consuming it. @returns its person's id */
export async function findLink(
  db: Db | Tx,
  { purpose, tokenHash, now }: GivenLink,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('link_token')
    .select('person_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.person_id
}

/** Consumes a link. @returns false when it is not valid, e.g. because another call has just used it */
export async function takeLink(tx: Tx, { purpose, tokenHash, now }: GivenLink): Promise<boolean> {
  const result = await tx
    .deleteFrom('link_token')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}
