import type { Db, Tx } from '#server/db/connect.ts'

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

/** A person's address and username, or undefined when there is no such person. */
export async function findOwner(
  db: Db,
  personId: number,
): Promise<{ readonly email: string; readonly username: string } | undefined> {
  return db.selectFrom('person').select(['email', 'username']).where('id', '=', personId).executeTakeFirst()
}

/** A person's address, or undefined when there is no such person. Blocks their deletion until the transaction ends. */
export async function emailOf(tx: Tx, personId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('person')
    .select('email')
    .where('id', '=', personId)
    .forKeyShare()
    .executeTakeFirst()
  return row?.email
}

interface NewPerson {
  readonly email: string
  readonly username: string
  /** Null for a person who signed up with an identity provider. */
  readonly passwordHash: string | null
  readonly agreementVersion: string
  readonly consentVersion: string
  readonly now: Date
}

/** @returns the new person's id, or null when the address has an account */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<number | null> {
  const row = await tx
    .insertInto('person')
    .values({
      email: person.email,
      username: person.username,
      password_hash: person.passwordHash,
      agreement_version: person.agreementVersion,
      agreed_at: person.now,
      consent_version: person.consentVersion,
      consented_at: person.now,
      created_at: person.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function setPassword(
  tx: Tx,
  { personId, passwordHash }: { readonly personId: number; readonly passwordHash: string },
): Promise<void> {
  await tx.updateTable('person').set({ password_hash: passwordHash }).where('id', '=', personId).execute()
}

/** @returns false when the person has that name already */
export async function setUsername(
  db: Db,
  { personId, username }: { readonly personId: number; readonly username: string },
): Promise<boolean> {
  const result = await db
    .updateTable('person')
    .set({ username })
    .where('id', '=', personId)
    .where('username', '<>', username)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Deletes a person. The caller holds the person's row. */
export async function deletePerson(tx: Tx, personId: number): Promise<void> {
  await tx.deleteFrom('person').where('id', '=', personId).execute()
}

/**
 * Whether a password hash is still the person's. Blocks a password change until the transaction ends, and waits for one
 * that is in progress.
 */
export async function isPasswordKept(
  tx: Tx,
  { personId, passwordHash }: { readonly personId: number; readonly passwordHash: string | null },
): Promise<boolean> {
  const row = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Records since when a person is owed the welcome uses that a cap withheld; null: nothing is owed. */
export async function setWelcomeDue(tx: Tx, personId: number, since: Date | null): Promise<void> {
  await tx
    .updateTable('person')
    .set((eb) => ({
      welcome_due_since: since === null ? null : eb.fn.coalesce('welcome_due_since', eb.val(since)),
    }))
    .where('id', '=', personId)
    .execute()
}

/** Whether a person is owed welcome uses. If so, locks the person until the transaction ends. */
export async function lockWelcomeDue(tx: Tx, personId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('welcome_due_since', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}
