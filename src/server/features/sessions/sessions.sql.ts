import type { Db, Tx } from '#server/db/connect.ts'

/** A valid session, as its person sees it. */
interface SessionRow {
  readonly id: number
  readonly userAgent: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
}

/** A person's valid sessions, most recently seen first. */
export async function listSessions(db: Db, personId: number, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .select(['id', 'user_agent as userAgent', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** When a session's person last proved who is there, or null when it has ended. */
export async function lastProof(db: Db, sessionId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('session')
    .select('proved_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.proved_at ?? null
}

export async function noteProof(
  db: Db,
  { sessionId, now }: { readonly sessionId: number; readonly now: Date },
): Promise<void> {
  await db.updateTable('session').set({ proved_at: now }).where('id', '=', sessionId).execute()
}

/** Ends a person's oldest sessions, so that a number of others are left beside the newest. */
export async function deleteOldestSessions(
  tx: Tx,
  {
    personId,
    newest,
    others,
  }: { readonly personId: number; readonly newest: number; readonly others: number },
): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('session')
        .select('id')
        .where('person_id', '=', personId)
        .where('id', '<>', newest)
        .orderBy('created_at', 'desc')
        .offset(others),
    )
    .execute()
}

/**
 * Whether a person is blocked. The lock makes a block wait until the transaction ends, and then end the session that it
 * opens; a block in progress is waited for, and so are other logins of the person.
 */
export async function lockBlocked(tx: Tx, personId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('person')
    .select('blocked_at')
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined && row.blocked_at !== null
}

/** @returns the issuer whose account had opened it; null for another way in */
export async function deleteSession(db: Db | Tx, sessionId: number): Promise<string | null> {
  const row = await db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .returning('issuer')
    .executeTakeFirst()
  return row?.issuer ?? null
}

interface OwnSession {
  readonly personId: number
  readonly sessionId: number
}

/** @returns false when the person has no such session */
export async function deleteOwnSession(db: Db, { personId, sessionId }: OwnSession): Promise<boolean> {
  const result = await db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Ends every session of a person but one. @returns how many */
export async function deleteOtherSessions(db: Db | Tx, { personId, sessionId }: OwnSession): Promise<number> {
  const result = await db
    .deleteFrom('session')
    .where('person_id', '=', personId)
    .where('id', '<>', sessionId)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Ends every session of a person. @returns how many */
export async function deleteAllSessions(db: Db | Tx, personId: number): Promise<number> {
  const result = await db.deleteFrom('session').where('person_id', '=', personId).executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function purgeSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
}
