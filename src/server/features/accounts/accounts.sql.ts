import type { Db, Tx } from '#server/db/connect.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { personSummary } from '#shared/api/accounts.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'

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

/** The language of the last login of the account with an address; undefined when there is none. */
export async function findOwnerLanguage(
  db: Db,
  email: string,
): Promise<{ readonly language: Language } | undefined> {
  return db
    .selectFrom('person')
    .select('language')
    .$narrowType<{ language: Language }>()
    .where('email', '=', email)
    .executeTakeFirst()
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
  readonly language: Language
  readonly agreementVersion: string
  /** The newest terms, which the page of those in force announces. */
  readonly announcedTerms: string
  readonly consentVersion: string
  readonly now: Date
}

/** A random number that is no holder's, nor that of a deleted account whose ledger is still kept. */
const FREE_ID = sql<number>`(
  select id from (
    select greatest(1, ('x' || right(gen_random_uuid()::text, 8))::bit(32)::integer & 2147483647) as id
    from generate_series(1, 20)
  ) random
  where not exists (select from holder where holder.id = random.id)
    and not exists (select from closed_account where closed_account.holder_id = random.id)
  limit 1)`

/**
 * Adds a person and the holder of the same number.
 * @returns the number, or null when the address has an account: roll back then
 */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<number | null> {
  const row = await tx
    .with('own', (db) => db.insertInto('holder').values({ id: FREE_ID, kind: 'person' }).returning('id'))
    .insertInto('person')
    .values((eb) => ({
      id: eb.selectFrom('own').select('id'),
      email: person.email,
      username: person.username,
      password_hash: person.passwordHash,
      language: person.language,
      agreement_version: person.agreementVersion,
      agreed_at: person.now,
      announced_terms: person.announcedTerms,
      consent_version: person.consentVersion,
      consented_at: person.now,
      created_at: person.now,
    }))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Adds the holder of a team. @returns its number */
export async function insertTeamHolder(tx: Tx): Promise<number> {
  const { id } = await tx
    .insertInto('holder')
    .values({ id: FREE_ID, kind: 'team' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores which version of the terms was announced to a person; it never goes back. @param date `YYYY-MM-DD` */
export async function noteToldTerms(
  db: Db,
  { personId, date }: { readonly personId: number; readonly date: string },
): Promise<void> {
  await db
    .updateTable('person')
    .set({ announced_terms: date })
    .where('id', '=', personId)
    .where('announced_terms', '<', date)
    .execute()
}

/** Keeps the language of the last login, for emails that no call of the person asks for. */
export async function noteLanguage(
  tx: Tx,
  { personId, language }: { readonly personId: number; readonly language: Language },
): Promise<void> {
  await tx
    .updateTable('person')
    .set({ language })
    .where('id', '=', personId)
    .where('language', '<>', language)
    .execute()
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

/** Deletes a holder, with its person or team and what goes with it. The caller has locked it. */
export async function deleteHolder(tx: Tx, holderId: number): Promise<void> {
  await tx.deleteFrom('holder').where('id', '=', holderId).execute()
}

/**
 * Whether a password hash is still the person's. Blocks a password change and other logins until the transaction ends, and
 * waits for those in progress.
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
    .forNoKeyUpdate()
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

/** What the operator sees of a person. */
export type PersonSummary = z.output<typeof personSummary>

/** The number of a person in a text; null for any other text. */
export function personIdIn(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : null
}

/** Finds the person whom the operator names by number or by address, in any case. */
export async function findPerson(db: Db, who: string, now: Date): Promise<PersonSummary | null> {
  const wanted = who.trim().toLowerCase()
  const id = personIdIn(wanted)
  const row = await db
    .selectFrom('person')
    .select((eb) => [
      'person.id',
      'person.email',
      'person.username',
      'person.created_at as createdAt',
      'person.is_sponsor as isSponsor',
      'person.blocked_at as blockedAt',
      'person.blocked_for as blockedFor',
      usesLeft(eb.ref('person.id'), now).as('uses'),
      sql<number>`(select count(*) from purchase where holder_id = person.id)`.as('purchases'),
      sql<number>`(select count(*) from session where person_id = person.id and expires_at > ${now})`.as(
        'sessions',
      ),
    ])
    .where((eb) => (id === null ? eb('person.email', '=', wanted) : eb('person.id', '=', id)))
    .executeTakeFirst()
  return row ?? null
}

/** The teams of a person, as the operator sees them. */
export async function teamsOf(
  db: Db,
  personId: number,
): Promise<{ readonly id: number; readonly name: string; readonly role: string }[]> {
  return db
    .selectFrom('member')
    .innerJoin('team', 'team.id', 'member.team_id')
    .select(['team.id', 'team.name', 'member.role'])
    .where('member.person_id', '=', personId)
    .orderBy('team.id')
    .execute()
}

/** @returns false when there is no such person, or it was so already */
export async function setSponsor(db: Db | Tx, personId: number, isSponsor: boolean): Promise<boolean> {
  const result = await db
    .updateTable('person')
    .set({ is_sponsor: isSponsor })
    .where('id', '=', personId)
    .where('is_sponsor', '<>', isSponsor)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
