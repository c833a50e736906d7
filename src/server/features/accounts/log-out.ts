import type { App } from '#server/app.ts'
import type { Caller } from '#server/route.ts'
import { deleteSession } from './accounts.sql.ts'

/** Ends a session on the server, so that its token is worth nothing from now on. */
export async function logOut({ db }: Pick<App, 'db'>, caller: Caller | null): Promise<void> {
  if (caller !== null) await deleteSession(db, caller.sessionId)
}
