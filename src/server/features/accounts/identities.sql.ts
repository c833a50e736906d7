import type { Db, Tx } from '#server/db/connect.ts'

interface IdentityKey {
  readonly issuer: string
  readonly subject: string
}

/** The person who can log in with this identity. */
export async function findIdentity(
  db: Db | Tx,
  { issuer, subject }: IdentityKey,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('identity')
    .select('person_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.person_id
}

/** Links an identity to a person's account. @returns false when it is already linked to an account */
export async function insertIdentity(
  tx: Tx,
  { issuer, subject, personId, now }: IdentityKey & { readonly personId: number; readonly now: Date },
): Promise<boolean> {
  const result = await tx
    .insertInto('identity')
    .values({ issuer, subject, person_id: personId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export interface LinkedIdentity {
  readonly id: number
  readonly issuer: string
  readonly createdAt: Date
}

/** The identities linked to a person's account, oldest first. */
export async function listIdentities(db: Db | Tx, personId: number): Promise<LinkedIdentity[]> {
  return db
    .selectFrom('identity')
    .select(['id', 'issuer', 'created_at as createdAt'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** @returns false when the person has no such identity */
export async function deleteIdentity(
  tx: Tx,
  { personId, id }: { readonly personId: number; readonly id: number },
): Promise<boolean> {
  const result = await tx
    .deleteFrom('identity')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function deleteIdentitiesOf(tx: Tx, personId: number): Promise<void> {
  await tx.deleteFrom('identity').where('person_id', '=', personId).execute()
}
