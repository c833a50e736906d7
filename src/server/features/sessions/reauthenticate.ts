import type { Person } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import { findLogin, verifyPassword } from '#server/people/passwords.ts'
import { lastProof, noteProof } from './sessions.sql.ts'

/** For this long after a login, or after the password was given again, no further proof is needed. */
const FRESH_MS = 10 * 60_000

/** Whether the session's last proof of who is there is recent enough. */
export async function isFresh(
  { db, clock }: Core,
  { sessionId }: Pick<Person, 'sessionId'>,
): Promise<boolean> {
  const proved = await lastProof(db, sessionId)
  return proved !== null && clock.now().getTime() - proved.getTime() < FRESH_MS
}

/**
 * Demands a fresh proof of who is there, which a thief of the session or somebody at an unlocked screen does not have.
 * @throws Refusal password_required
 */
export async function demandProof(app: Core, actor: Pick<Person, 'sessionId'>): Promise<void> {
  if (!(await isFresh(app, actor))) throw new Refusal('password_required')
}

/** Proves by the password who is there, for ten minutes. @throws Refusal invalid_credentials, too_many_requests */
export async function prove(
  app: Core,
  { actor, password }: { readonly actor: Person; readonly password: string },
): Promise<void> {
  await checkOwnPassword(app, { actor, password })
  await noteProof(app.db, { sessionId: actor.sessionId, now: app.clock.now() })
}

/**
 * Proves who is there before a change of how they log in: by a fresh session, or by the password once more.
 * @throws Refusal password_required, invalid_credentials, too_many_requests
 */
export async function reauthenticate(
  app: Core,
  { actor, password }: { readonly actor: Person; readonly password: string | null },
): Promise<void> {
  if (await isFresh(app, actor)) return
  if (password === null) throw new Refusal('password_required')
  await checkOwnPassword(app, { actor, password })
}

async function checkOwnPassword(
  { db, limits }: Core,
  { actor, password }: { readonly actor: Person; readonly password: string },
): Promise<void> {
  await limits.consume('own_password', String(actor.personId))
  const found = await findLogin(db, actor.email)
  if (!(await verifyPassword(found?.passwordHash ?? null, password))) throw new Refusal('invalid_credentials')
}
