import type { Core } from '#server/core.ts'
import type { Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { sessionExpiry, sessionTokenHash } from './find-session.ts'
import { deleteOldestSessions, deleteSession, lockBlocked } from './sessions.sql.ts'

const SESSIONS_MAX = 10

interface NewSession {
  readonly personId: number
  readonly userAgent: string
  /** The browser's current session, which ends. */
  readonly replaces: number | null
  /** The OpenID Connect issuer whose account opens it. */
  readonly issuer?: string | null
}

/** A session that was just opened. */
export interface OpenedSession {
  /** For the cookie; only its hash is stored. */
  readonly token: string
  readonly csrfToken: string
  readonly sessionId: number
  readonly personId: number
}

/**
 * Opens a session: every way in ends here, once everything else is proved. The token is always new, so one that was planted or
 * seen before the login is worthless. Beyond ten sessions of a person the oldest ends.
 * @throws Refusal account_blocked
 */
export async function openSession(
  tx: Tx,
  { clock, random, config }: Core,
  { personId, userAgent, replaces, issuer = null }: NewSession,
): Promise<OpenedSession> {
  if (await lockBlocked(tx, personId)) throw new Refusal('account_blocked')
  const now = clock.now()
  const token = random.token()
  if (replaces !== null) await deleteSession(tx, replaces)
  const csrfToken = random.token()
  const { id: sessionId } = await tx
    .insertInto('session')
    .values({
      person_id: personId,
      token_hash: sessionTokenHash(token),
      csrf_token: csrfToken,
      user_agent: userAgent,
      issuer,
      created_at: now,
      proved_at: now,
      last_seen_at: now,
      expires_at: sessionExpiry(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Everybody who tries a demonstration is logged in to one account.
  if (!config.demo) await deleteOldestSessions(tx, { personId, newest: sessionId, others: SESSIONS_MAX - 1 })
  return { token, csrfToken, sessionId, personId }
}
