import type { NewPasskey } from '#shared/api/second-factor.ts'
import type { Language } from '#shared/i18n/messages.ts'
import type { Operator, Person } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { deleteOtherSessions } from '#server/features/sessions/sessions.sql.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { lockPerson } from '#server/people/lock-person.ts'
import { Refusal } from '#server/refusal.ts'
import { sealer } from '#server/config/secret.ts'
import { countTotpTry, digitsOf, newTotpSecret, stepOfCode, totpOf, totpSealer } from './totp.ts'
import { takeNonce } from '#server/people/nonces.ts'
import { askForNewPasskey, passkeyDomain, readNewPasskey } from './passkeys.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import {
  countRecoveryCodes,
  deletePasskey,
  deletePasskeys,
  deleteTotp,
  insertPasskey,
  putTotp,
  readSecondFactor,
  replaceRecoveryCodes,
} from './second-factor.sql.ts'
import { secondFactorEmail } from './second-factor.mails.ts'

const TICKET_MS = 10 * 60_000
const PASSKEYS_MAX = 20

interface Change {
  readonly actor: Person
  readonly language: Language
}

/** Creates a secret for an authenticator app. Nothing is stored: the encrypted ticket holds it until a code proves it. */
export function beginTotp(
  app: Core,
  { personId, email }: Person,
): { readonly secret: string; readonly uri: string; readonly ticket: string } {
  const secret = newTotpSecret(app)
  const until = app.clock.now().getTime() + TICKET_MS
  const ticket = ticketSealer(app).close(JSON.stringify({ personId, secret, until }))
  return { secret, uri: totpOf(secret, email).toString(), ticket }
}

/**
 * Adds or replaces an authenticator app, proved by one of its codes.
 * @returns recovery codes, or null when the person has some
 * @throws Refusal wrong_token (the ticket), wrong_second_factor, too_many_requests
 */
export async function confirmTotp(
  app: Core,
  { actor, language, ticket, code }: Change & { readonly ticket: string; readonly code: string },
): Promise<string[] | null> {
  const { personId } = actor
  const secret = secretIn(app, personId, ticket)
  if (secret === null) throw new Refusal('wrong_token')
  await countTotpTry(app, { personId, code })
  const step = stepOfCode(app, { secret, code: digitsOf(code) ?? '' })
  if (step === null) throw new Refusal('wrong_second_factor')
  const secretSealed = totpSealer(app.secret, personId).close(secret)
  return change(app, { actor, language, kind: 'on' }, async (tx) => {
    await putTotp(tx, { personId, step, secretSealed, now: app.clock.now() })
    return ensureRecoveryCodes(tx, app, personId)
  })
}

/** @throws Refusal not_found: there is no app */
export async function removeTotp(app: Core, given: Change): Promise<void> {
  const { personId } = given.actor
  await change(app, { ...given, kind: 'off' }, async (tx) => {
    if (!(await deleteTotp(tx, personId))) throw new Refusal('not_found')
    await tidyUp(tx, personId)
  })
}

/** @throws Refusal not_found: this installation has no domain to bind passkeys to */
export async function beginPasskey(app: Core, actor: Person): Promise<Record<string, unknown>> {
  const { personId, email, sessionId } = actor
  const rpID = passkeyDomain(app)
  if (rpID === null) throw new Refusal('not_found')
  const { passkeys } = await readSecondFactor(app.db, personId)
  return askForNewPasskey(app, { personId, from: String(sessionId), rpID, email, passkeys })
}

/**
 * Adds a passkey that a browser has created.
 * @returns recovery codes, or null when the person has some
 * @throws Refusal wrong_second_factor, not_found
 */
export async function addPasskey(
  app: Core,
  { actor, language, passkey }: Change & { readonly passkey: NewPasskey },
): Promise<string[] | null> {
  const { personId, sessionId } = actor
  const rpID = passkeyDomain(app)
  if (rpID === null) throw new Refusal('not_found')
  const made = await readNewPasskey(app, { personId, from: String(sessionId), rpID, passkey })
  if (made === null) throw new Refusal('wrong_second_factor')
  return change(app, { actor, language, kind: 'on' }, async (tx) => {
    const { passkeys } = await readSecondFactor(tx, personId)
    const transports = passkey.response.transports ?? []
    const row = { ...made, personId, transports, now: app.clock.now() }
    const isAdded =
      passkeys.length < PASSKEYS_MAX && (await takeNonce(tx, made.nonce)) && (await insertPasskey(tx, row))
    if (!isAdded) throw new Refusal('wrong_second_factor')
    return ensureRecoveryCodes(tx, app, personId)
  })
}

/** @throws Refusal not_found: the person has no such passkey */
export async function removePasskey(
  app: Core,
  { id, ...given }: Change & { readonly id: number },
): Promise<void> {
  const { personId } = given.actor
  await change(app, { ...given, kind: 'off' }, async (tx) => {
    if (!(await deletePasskey(tx, { personId, id }))) throw new Refusal('not_found')
    await tidyUp(tx, personId)
  })
}

/** @throws Refusal not_found: the person has no second factor to recover */
export async function renewRecoveryCodes(app: Core, given: Change): Promise<string[]> {
  const { personId } = given.actor
  return change(app, { ...given, kind: 'codes' }, async (tx) => {
    if (!(await hasFactor(tx, personId))) throw new Refusal('not_found')
    return issueRecoveryCodes(tx, app, personId)
  })
}

const EVENTS = { on: 'added', off: 'removed', codes: 'recovery_renewed' } as const

/** Makes one change of a person's second factor at a time, and reports it by an email. A new factor ends all other sessions. */
async function change<T>(
  app: Core,
  { actor, language, kind }: Change & { readonly kind: 'on' | 'off' | 'codes' },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const changed = await transact(app.db, async (tx) => {
    const email = await lockPerson(tx, actor.personId)
    if (email === undefined) throw new Refusal('session_expired')
    const result = await work(tx)
    // Others were opened without it, perhaps by somebody else.
    if (kind === 'on') await deleteOtherSessions(tx, actor)
    const message = secondFactorEmail({ language, kind, supportEmail: app.config.supportEmail })
    await queueEmail(tx, app, email, message)
    return result
  })
  app.security.record('second_factor', { personId: actor.personId }, EVENTS[kind])
  return changed
}

async function ensureRecoveryCodes(tx: Tx, app: Core, personId: number): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, personId)) > 0 ? null : issueRecoveryCodes(tx, app, personId)
}

/** Deletes recovery codes when there is nothing left to recover. */
async function tidyUp(tx: Tx, personId: number): Promise<void> {
  if (!(await hasFactor(tx, personId))) await replaceRecoveryCodes(tx, { personId, codeHashes: [] })
}

async function hasFactor(tx: Tx, personId: number): Promise<boolean> {
  const { totp, passkeys } = await readSecondFactor(tx, personId)
  return totp !== null || passkeys.length > 0
}

function ticketSealer({ secret }: Core) {
  return sealer(secret, 'totp set-up')
}

/** The secret in a ticket of this person; null when the ticket is another person's, expired or invalid. */
function secretIn(app: Core, personId: number, ticket: string): string | null {
  try {
    const held = JSON.parse(ticketSealer(app).open(ticket)) as {
      readonly personId: number
      readonly secret: string
      readonly until: number
    }
    return held.personId === personId && held.until > app.clock.now().getTime() ? held.secret : null
  } catch {
    return null
  }
}

/**
 * Removes the second factor of a person who has lost it and the recovery codes, and mails them. @returns false when there
 * was none
 */
export async function resetSecondFactor(app: Core, by: Operator, personId: number): Promise<boolean> {
  const isDropped = await transact(app.db, async (tx) => {
    const email = await lockPerson(tx, personId)
    const hadApp = await deleteTotp(tx, personId)
    const hadPasskeys = await deletePasskeys(tx, personId)
    if (email === undefined || !(hadApp || hadPasskeys)) return false
    await replaceRecoveryCodes(tx, { personId, codeHashes: [] })
    const { supportEmail } = app.config
    await queueEmail(tx, app, email, secondFactorEmail({ language: 'en', kind: 'off', supportEmail }))
    await noteChange(tx, app, by, {
      verb: 'users drop-second-factor',
      kind: 'person',
      id: personId,
      before: { app: hadApp, passkeys: hadPasskeys },
      after: { app: false, passkeys: false },
    })
    return true
  })
  if (isDropped) app.security.record('second_factor', { personId }, 'removed')
  return isDropped
}
