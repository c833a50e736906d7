import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import type { Caller } from '#server/people/caller.ts'
import { findLogin, verifyPassword } from '#server/people/passwords.ts'
import { lastProof, noteProof } from './sessions.sql.ts'

/** For this long after a login, or after the password was given again, no further proof is needed. */
const FRESH_MS = 10 * 60_000

/** Whether the session's last proof of who is there is recent enough. */
export async function isFresh(
  { db, clock }: Core,
  { sessionId }: Pick<Caller, 'sessionId'>,
): Promise<boolean> {
  const proved = await lastProof(db, sessionId)
  return proved !== null && clock.now().getTime() - proved.getTime() < FRESH_MS
}

/**
 * Demands a fresh proof of who is there, which a thief of the session or somebody at an unlocked screen does not have.
 * @throws Refusal password_required
 */
export async function demandProof(app: Core, caller: Pick<Caller, 'sessionId'>): Promise<void> {
  if (!(await isFresh(app, caller))) throw new Refusal('password_required')
}

/** Proves by the password who is there, for ten minutes. @throws Refusal invalid_credentials, too_many_requests */
export async function prove(
  app: Core,
  { caller, password }: { readonly caller: Caller; readonly password: string },
): Promise<void> {
  await checkOwnPassword(app, { caller, password })
  await noteProof(app.db, { sessionId: caller.sessionId, now: app.clock.now() })
}

/**
 * Proves who is there before a change of how they log in: by a fresh session, or by the password once more.
 * @throws Refusal password_required, invalid_credentials, too_many_requests
 */
export async function reauthenticate(
  app: Core,
  { caller, password }: { readonly caller: Caller; readonly password: string | null },
): Promise<void> {
  if (await isFresh(app, caller)) return
  if (password === null) throw new Refusal('password_required')
  await checkOwnPassword(app, { caller, password })
}

async function checkOwnPassword(
  { db, limits }: Core,
  { caller, password }: { readonly caller: Caller; readonly password: string },
): Promise<void> {
  await limits.consume('own_password', String(caller.personId))
  const found = await findLogin(db, caller.email)
  if (!(await verifyPassword(found?.passwordHash ?? null, password))) throw new Refusal('invalid_credentials')
}
