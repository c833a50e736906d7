import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'

export interface StoredPasskey {
  readonly id: number
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: string[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** Everything that a person can prove besides the password. */
export interface SecondFactor {
  readonly totp: { readonly secretSealed: string; readonly createdAt: Date } | null
  readonly passkeys: readonly StoredPasskey[]
}

export async function readSecondFactor(db: Db | Tx, personId: number): Promise<SecondFactor> {
  const totp = await db
    .selectFrom('totp')
    .select(['secret_sealed as secretSealed', 'created_at as createdAt'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  const passkeys = await db
    .selectFrom('passkey')
    .select([
      'id',
      'credential_id as credentialId',
      'public_key as publicKey',
      'counter',
      'transports',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { totp: totp ?? null, passkeys }
}

interface TotpStep {
  readonly personId: number
  /** The 30-second time step of the code. */
  readonly step: number
}

/** Consumes the code of a time step. @returns false when it or a later one was used before */
export async function useTotpStep(tx: Tx, { personId, step }: TotpStep): Promise<boolean> {
  const result = await tx
    .updateTable('totp')
    .set({ last_step: step })
    .where('person_id', '=', personId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Stores an authenticator app, replaces the previous one and marks the code that proved it as used. */
export async function putTotp(
  tx: Tx,
  { personId, step, secretSealed, now }: TotpStep & { readonly secretSealed: string; readonly now: Date },
): Promise<void> {
  const fields = { secret_sealed: secretSealed, last_step: step, created_at: now }
  await tx
    .insertInto('totp')
    .values({ person_id: personId, ...fields })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(fields))
    .execute()
}

/** @returns false when there was none */
export async function deleteTotp(tx: Tx, personId: number): Promise<boolean> {
  const result = await tx.deleteFrom('totp').where('person_id', '=', personId).executeTakeFirst()
  return result.numDeletedRows === 1n
}

interface NewPasskey {
  readonly personId: number
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly now: Date
}

/** @returns false when the passkey already exists */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const result = await tx
    .insertInto('passkey')
    .values({
      person_id: passkey.personId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports],
      created_at: passkey.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Stores the counter of a used passkey. @returns false when the passkey is gone or its counter went backwards */
export async function countPasskey(
  tx: Tx,
  { id, counter, now }: { readonly id: number; readonly counter: number; readonly now: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    // Authenticators without a counter always report 0.
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** @returns false when the person has no such passkey */
export async function deletePasskey(
  tx: Tx,
  { personId, id }: { readonly personId: number; readonly id: number },
): Promise<boolean> {
  const result = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** @returns false when the person had none */
export async function deletePasskeys(tx: Tx, personId: number): Promise<boolean> {
  const result = await tx.deleteFrom('passkey').where('person_id', '=', personId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Db | Tx, personId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)`.as('left'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return row.left
}

/** Replaces a person's recovery codes; an empty list deletes them. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { personId, codeHashes }: { readonly personId: number; readonly codeHashes: readonly Buffer[] },
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  if (codeHashes.length === 0) return
  await tx
    .insertInto('recovery_code')
    .values(codeHashes.map((codeHash) => ({ person_id: personId, code_hash: codeHash })))
    .execute()
}

/** Consumes a recovery code. @returns false when there is no such code */
export async function takeRecoveryCode(
  tx: Tx,
  { personId, codeHash }: { readonly personId: number; readonly codeHash: Buffer },
): Promise<boolean> {
  const result = await tx
    .deleteFrom('recovery_code')
    .where('person_id', '=', personId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}
