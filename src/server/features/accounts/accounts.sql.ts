import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

/** The person with an address, and what their password is compared with. */
export async function findLogin(
  db: Db | Tx,
  email: string,
): Promise<{ readonly personId: number; readonly passwordHash: string | null } | undefined> {
  return db
    .selectFrom('person')
    .select(['id as personId', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** What a person is known by, or undefined when there is no such person. */
export async function findOwner(
  db: Db,
  personId: number,
): Promise<{ readonly email: string; readonly username: string } | undefined> {
  return db.selectFrom('person').select(['email', 'username']).where('id', '=', personId).executeTakeFirst()
}

/** A person's address, or undefined when there is no such person any more. They cannot be deleted meanwhile. */
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
  /** Null for who comes through an identity provider. */
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

export async function deleteSession(db: Db | Tx, sessionId: number): Promise<void> {
  await db.deleteFrom('session').where('id', '=', sessionId).execute()
}

export async function deleteSessionsOf(tx: Tx, personId: number): Promise<void> {
  await tx.deleteFrom('session').where('person_id', '=', personId).execute()
}

/** Keeps other changes of a person waiting until the transaction ends. @returns their address, or undefined */
export async function lockPerson(tx: Tx, personId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('person')
    .select('email')
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.email
}

/** The same by the address. @returns the person's id, or undefined */
export async function lockPersonByEmail(tx: Tx, email: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('person')
    .select('id')
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.id
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
 * Whether the password that a person was let in with is still theirs. A change of it waits until the transaction ends,
 * and one that is under way is waited for.
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

/** Notes since when a person waits for the welcome uses that a cap kept from them; null: no longer, or never did. */
export async function setWelcomeDue(tx: Tx, personId: number, since: Date | null): Promise<void> {
  await tx
    .updateTable('person')
    .set((eb) => ({
      welcome_due_since: since === null ? null : eb.fn.coalesce('welcome_due_since', eb.val(since)),
    }))
    .where('id', '=', personId)
    .execute()
}

/** Whether a person waits for their welcome uses; if so, other logins of theirs wait until the transaction ends. */
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

interface LoginFailure {
  readonly email: string
  /** Of the browser's own cookie, where it has one. */
  readonly browserHash: Buffer | null
}

export async function insertLoginFailure(
  db: Db,
  { email, browserHash, now }: LoginFailure & { readonly now: Date },
): Promise<void> {
  await db.insertInto('login_failure').values({ email, browser_hash: browserHash, failed_at: now }).execute()
}

/** The failed logins of an address: all of them, or only those from the given browser. */
export async function countLoginFailures(
  db: Db,
  { email, browserHash, since }: LoginFailure & { readonly since: Date },
): Promise<number> {
  const row = await db
    .selectFrom('login_failure')
    .select(sql<number>`count(*)`.as('failures'))
    .where('email', '=', email)
    .$if(browserHash !== null, (all) => all.where('browser_hash', '=', browserHash))
    .where('failed_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.failures
}

export async function forgetLoginFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('login_failure').where('email', '=', email).execute()
}
