import type { App } from '#server/app.ts'
import { deleteAllSessions } from './sessions.sql.ts'

/** Ends every session of a person on the operator's behalf. @returns how many */
export async function endSessions(
  { db, security }: Pick<App, 'db' | 'security'>,
  personId: number,
): Promise<number> {
  const ended = await deleteAllSessions(db, personId)
  security.record('session_ended', { personId }, 'operator')
  return ended
}
