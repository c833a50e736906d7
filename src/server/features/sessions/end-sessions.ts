import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'
import type { Caller } from '#server/people/caller.ts'
import { deleteAllSessions, deleteOtherSessions, deleteOwnSession, deleteSession } from './sessions.sql.ts'

type EndApp = Pick<App, 'db' | 'security'>

/** Ends a session on the server, which makes its token worthless. */
export async function logOut(
  { db, security }: EndApp,
  caller: Caller | null,
  network: string,
): Promise<void> {
  if (caller === null) return
  await deleteSession(db, caller.sessionId)
  security.record('session_ended', { personId: caller.personId, network }, 'own')
}

/** Ends one of the caller's sessions. @throws Refusal not_found */
export async function endOwnSession(
  { db, security }: EndApp,
  { caller, id, network }: { readonly caller: Caller; readonly id: number; readonly network: string },
): Promise<void> {
  const { personId, sessionId } = caller
  if (!(await deleteOwnSession(db, { personId, sessionId: id }))) throw new Refusal('not_found')
  security.record('session_ended', { personId, network }, id === sessionId ? 'own' : 'other')
}

/** Ends every session of the caller but this one. @returns how many */
export async function endOtherSessions(
  { db, security }: EndApp,
  { caller, network }: { readonly caller: Caller; readonly network: string },
): Promise<number> {
  const ended = await deleteOtherSessions(db, caller)
  security.record('session_ended', { personId: caller.personId, network }, 'all_others')
  return ended
}

/** Ends every session of a person on the operator's behalf. @returns how many */
export async function endSessions({ db, security }: EndApp, personId: number): Promise<number> {
  const ended = await deleteAllSessions(db, personId)
  security.record('session_ended', { personId }, 'operator')
  return ended
}
