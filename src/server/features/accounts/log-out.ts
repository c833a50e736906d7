import type { App } from '#server/app.ts'
import type { Caller } from '#server/people/caller.ts'
import { deleteSession } from './accounts.sql.ts'

/** Ends a session on the server, which makes its token worthless. */
export async function logOut(
  { db, security }: Pick<App, 'db' | 'security'>,
  caller: Caller | null,
  network: string,
): Promise<void> {
  if (caller === null) return
  await deleteSession(db, caller.sessionId)
  security.record('session_ended', { personId: caller.personId, network }, 'own')
}
