import type { Actor, Operator, Person } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { deleteAllSessions, deleteOtherSessions, deleteOwnSession, deleteSession } from './sessions.sql.ts'

/**
 * Ends a session on the server, which makes its token worthless.
 * @returns the issuer whose account had opened it; null for another way in
 */
export async function logOut({ db, security }: Core, actor: Actor, network: string): Promise<string | null> {
  if (actor.kind !== 'person') return null
  const issuer = await deleteSession(db, actor.sessionId)
  security.record('session_ended', { personId: actor.personId, network }, 'own')
  return issuer
}

/** Ends one of the caller's sessions. @throws Refusal not_found */
export async function endOwnSession(
  { db, security }: Core,
  { actor, id, network }: { readonly actor: Person; readonly id: number; readonly network: string },
): Promise<void> {
  const { personId, sessionId } = actor
  if (!(await deleteOwnSession(db, { personId, sessionId: id }))) throw new Refusal('not_found')
  security.record('session_ended', { personId, network }, id === sessionId ? 'own' : 'other')
}

/** Ends every session of the caller but this one. @returns how many */
export async function endOtherSessions(
  { db, security }: Core,
  { actor, network }: { readonly actor: Person; readonly network: string },
): Promise<number> {
  const ended = await deleteOtherSessions(db, actor)
  security.record('session_ended', { personId: actor.personId, network }, 'all_others')
  return ended
}

/** Ends every session of a person on the operator's behalf. @returns how many */
export async function endSessions(app: Core, by: Operator, personId: number): Promise<number> {
  const ended = await transact(app.db, async (tx) => {
    const sessions = await deleteAllSessions(tx, personId)
    const after = { endedSessions: sessions }
    if (sessions > 0)
      await noteChange(tx, app, by, { verb: 'users end-sessions', kind: 'person', id: personId, after })
    return sessions
  })
  app.security.record('session_ended', { personId }, 'operator')
  return ended
}
