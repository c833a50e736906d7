import type { Language } from '#shared/i18n/messages.ts'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { isPasswordKept, noteLanguage } from './accounts.sql.ts'
import { countTotpTry } from '#server/features/second-factor/totp.ts'
import { livingCodeSince, useCode } from './codes.sql.ts'
import { giveDueWelcome } from './give-welcome-uses.ts'
import { noteBrowser } from './note-browser.ts'
import { findLogin, verifyPassword } from '#server/people/passwords.ts'
import { countCode } from './limit-emails.ts'
import { type OpenedSession, openSession } from '#server/features/sessions/open-session.ts'
import {
  type GivenSecondFactor,
  passSecondFactor,
  type SecondFactorAsked,
} from '#server/features/second-factor/pass-second-factor.ts'
import {
  countLoginFailures,
  forgetLoginFailures,
  insertLoginFailure,
  isKnownBrowser,
} from './earlier-logins.sql.ts'
import { sha256 } from '#server/config/secret.ts'
import { checkCode, issueCode } from './codes.ts'

const FAILURES_MAX = 5
export const FAILURES_WITHIN_MS = 15 * 60_000
const SAME_CODE_MS = 60_000

interface Login extends GivenSecondFactor {
  readonly email: string
  readonly password: string
  /** The mailed code, if one was asked for. */
  readonly code: string | null
  readonly browserToken: string
  readonly network: string
  readonly userAgent: string
  readonly language: Language
  /** The browser's current session, if any. */
  readonly replacesSession: number | null
}

/**
 * Logs a person in. After 5 failed logins of an address within 15 minutes, a correct password also needs a mailed code,
 * except in a browser that the person has used before and in which none of the failures happened. Known and unknown
 * addresses take the same steps, so that neither the answer nor its time tells them apart. A person with a second factor
 * then has to give it.
 * @returns the new session, what the call must be repeated with, or null when a code was mailed
 * @throws Refusal invalid_credentials, wrong_code, wrong_second_factor, account_blocked (once all of these are right),
 * too_many_requests (logins of a network, codes a day)
 */
export async function logIn(
  app: Pick<App, 'db' | 'clock' | 'random' | 'secret' | 'jobs' | 'limits' | 'config' | 'security'>,
  login: Login,
): Promise<OpenedSession | SecondFactorAsked | null> {
  const { email, network } = login
  await countLogin(app, login)
  const { isSuspicious, ...person } = await provePassword(app, login)
  const about = { personId: person.personId, email, network }
  if (!isSuspicious) {
    const opened = await open(app, { ...login, ...person, codeId: null })
    if ('personId' in opened) app.security.record('login', about, 'password')
    return opened
  }
  if (login.code === null) {
    await mailStepUpCode(app, login)
    return null
  }
  const code = await checkCode(app, { ...login, code: login.code, purposes: ['login'] })
  const opened = await open(app, { ...login, ...person, codeId: code.id })
  if ('personId' in opened) app.security.record('login', about, 'code')
  return opened
}

/** Logins count per network; a browser that the account knows has a limit of its own. */
async function countLogin(
  { db, limits }: Pick<App, 'db' | 'limits'>,
  { email, browserToken, network }: Login,
): Promise<void> {
  try {
    await limits.consume('login', network)
  } catch (error) {
    const browserHash = sha256(browserToken)
    const isFull = error instanceof Refusal && error.code === 'too_many_requests'
    if (!isFull || !(await isKnownBrowser(db, { email, browserHash }))) throw error
    await limits.consume('login_browser', browserHash.toString('base64url'))
  }
}

/** Whose address and password hash these are. */
export interface ProvedPassword {
  readonly personId: number
  readonly passwordHash: string | null
  /** Enough logins of this address have failed for the password alone not to be enough. */
  readonly isSuspicious: boolean
}

/**
 * Checks a password. A wrong one counts as a failed login of the address, known or unknown.
 * @throws Refusal invalid_credentials
 */
export async function provePassword(
  { db, clock, security }: Pick<App, 'db' | 'clock' | 'security'>,
  {
    email,
    password,
    network,
    browserToken,
  }: Pick<Login, 'email' | 'password' | 'network'> & { readonly browserToken: string | null },
): Promise<ProvedPassword> {
  const now = clock.now()
  const browserHash = browserToken === null ? null : sha256(browserToken)
  const person = await findLogin(db, email)
  const isRight = await verifyPassword(person?.passwordHash ?? null, password)
  if (person === undefined || !isRight) {
    await insertLoginFailure(db, { email, browserHash, now })
    security.record('login_failed', { email, network }, 'password')
    throw new Refusal('invalid_credentials')
  }
  // Counted after the comparison, so that each of many simultaneous guesses sees the failures before it.
  const isKnown = browserHash !== null && (await isKnownBrowser(db, { email, browserHash }))
  const since = new Date(now.getTime() - FAILURES_WITHIN_MS)
  const failures = await countLoginFailures(db, { email, browserHash: isKnown ? browserHash : null, since })
  return { ...person, isSuspicious: failures >= FAILURES_MAX }
}

async function open(
  app: Pick<App, 'db' | 'clock' | 'random' | 'secret' | 'jobs' | 'limits' | 'config' | 'security'>,
  login: Login & {
    readonly personId: number
    readonly passwordHash: string | null
    readonly codeId: number | null
  },
): Promise<OpenedSession | SecondFactorAsked> {
  await countTotpTry(app, { ...login, code: login.factorCode })
  return transact(app.db, async (tx) => {
    // First, because it may take a stronger lock on the person's row than the next statement.
    await giveDueWelcome(tx, app, { ...login, now: app.clock.now() })
    // A password reset ends all sessions, so a session opened with the old password at that moment must not survive it.
    if (!(await isPasswordKept(tx, login))) throw new Refusal('invalid_credentials')
    const asked = await passSecondFactor(tx, app, login)
    if (asked !== null) return asked
    if (login.codeId !== null && !(await useCode(tx, { id: login.codeId, now: app.clock.now() }))) {
      throw new Refusal('wrong_code')
    }
    await forgetLoginFailures(tx, login.email)
    await noteBrowser(tx, app, login)
    await noteLanguage(tx, login)
    return openSession(tx, app, { ...login, replaces: login.replacesSession })
  })
}

async function mailStepUpCode(
  app: Pick<App, 'db' | 'clock' | 'random' | 'secret' | 'jobs' | 'limits' | 'config' | 'security'>,
  { email, browserToken, language, network }: Login,
): Promise<void> {
  const now = app.clock.now()
  const browserHash = sha256(browserToken)
  const since = await livingCodeSince(app.db, { email, purpose: 'login', browserHash, now })
  // Two presses of the button send one email.
  if (since !== null && now.getTime() - since.getTime() < SAME_CODE_MS) return
  await countCode(app, { kind: 'login', email })
  await issueCode(app, { email, purpose: 'login', browserToken, network, captchaPayload: null, language })
}
