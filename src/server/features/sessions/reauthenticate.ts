import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'
import type { Caller } from '#server/people/caller.ts'
import { findLogin, verifyPassword } from '#server/people/passwords.ts'
import { sessionBegan } from './sessions.sql.ts'

/** For this long after a login no further proof is needed. */
const FRESH_MS = 10 * 60_000

/** Whether the session's login is recent enough to prove who is there. */
export async function isFresh(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { sessionId }: Pick<Caller, 'sessionId'>,
): Promise<boolean> {
  const began = await sessionBegan(db, sessionId)
  return began !== null && clock.now().getTime() - began.getTime() < FRESH_MS
}

/**
 * Proves who is there before a change of how they log in: by a fresh session, or by the password once more.
 * @throws Refusal password_required, invalid_credentials, too_many_requests
 */
export async function reauthenticate(
  app: Pick<App, 'db' | 'clock' | 'limits'>,
  { caller, password }: { readonly caller: Caller; readonly password: string | null },
): Promise<void> {
  if (await isFresh(app, caller)) return
  if (password === null) throw new Refusal('password_required')
  await app.limits.consume('own_password', String(caller.personId))
  const found = await findLogin(app.db, caller.email)
  if (!(await verifyPassword(found?.passwordHash ?? null, password))) throw new Refusal('invalid_credentials')
}
