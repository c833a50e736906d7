import type { Language } from '#shared/i18n/messages.ts'
import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { type Job, PERSISTENT } from '#server/jobs/job.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { isDemoBuyer } from '#server/people/demo-buyer.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { guessingEmail } from './accounts.mails.ts'
import { findOwnerLanguage, isPasswordKept, noteLanguage } from './accounts.sql.ts'
import { countTotpTry } from '#server/features/second-factor/totp.ts'
import { livingCodeSince, useCode } from './codes.sql.ts'
import { giveDueWelcome } from './give-welcome-uses.ts'
import { noteBrowser } from './note-browser.ts'
import { findLogin, verifyPassword } from '#server/people/passwords.ts'
import { countCode, isTooMany } from './limit-emails.ts'
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
/** Wrong passwords for an address, from browsers that its account does not know. */
const WRONG_MAX = 100
export const WRONG_WITHIN_MS = DAY_MS
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
 * except in a browser that the person has used before and in which none of the failures happened. Beyond a day's wrong
 * passwords, every password of a browser that the account does not know is answered alike, and only a right one mails a code.
 * Known and unknown addresses take the same steps, so that neither the answer nor its time tells them apart. A person with a
 * second factor then has to give it.
 * @returns the new session, what the call must be repeated with, or null when a code was mailed, or would have been
 * @throws Refusal invalid_credentials, wrong_code, wrong_second_factor, account_blocked (once all of these are right),
 * too_many_requests (logins of a network, codes a day)
 */
export async function logIn(app: Core, login: Login): Promise<OpenedSession | SecondFactorAsked | null> {
  const { email, network } = login
  await countLogin(app, login)
  const { person, isSuspicious, isHidden } = await provePassword(app, login)
  const isCodeGiven = login.code !== null
  if (isHidden && !isCodeGiven) {
    await queueHiddenCode(app, login, person !== null)
    return null
  }
  const code =
    isCodeGiven && isSuspicious
      ? await checkCode(app, { ...login, code: login.code, purposes: ['login'] })
      : null
  if (person === null) throw new Refusal('invalid_credentials')
  if (isSuspicious && code === null) {
    await mailStepUpCode(app, { ...login, browserHash: sha256(login.browserToken) })
    return null
  }
  const opened = await open(app, { ...login, ...person, codeId: code?.id ?? null })
  const about = { personId: person.personId, email, network }
  if ('personId' in opened) app.security.record('login', about, code === null ? 'password' : 'code')
  return opened
}

/** Logins count per network; a browser that the account knows has a limit of its own. */
async function countLogin({ db, limits }: Core, { email, browserToken, network }: Login): Promise<void> {
  try {
    await limits.consume('login', network)
  } catch (error) {
    const browserHash = sha256(browserToken)
    if (!isTooMany(error) || !(await isKnownBrowser(db, { email, browserHash }))) throw error
    await limits.consume('login_browser', browserHash.toString('base64url'))
  }
}

interface ProvedPassword {
  /** Null when the password is wrong, which only `isHidden` keeps from being refused. */
  readonly person: { readonly personId: number; readonly passwordHash: string | null } | null
  /** Enough logins of this address have failed for the password alone not to be enough. */
  readonly isSuspicious: boolean
  /** Too many have failed in unknown browsers for this one to learn whether the password is right. */
  readonly isHidden: boolean
}

/**
 * Checks a password. A wrong one counts as a failed login of the address, known or unknown.
 * @throws Refusal invalid_credentials
 */
export async function provePassword(
  app: Core,
  {
    email,
    password,
    network,
    browserToken,
  }: Pick<Login, 'email' | 'password' | 'network'> & { readonly browserToken: string | null },
): Promise<ProvedPassword> {
  const { db, clock, security } = app
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const browserHash = browserToken === null ? null : sha256(browserToken)
  const found = await findLogin(db, email)
  const isRight = await verifyPassword(found?.passwordHash ?? null, password)
  // Counted after the comparison, so that each of many simultaneous guesses sees the failures before it.
  const isKnown = browserHash !== null && (await isKnownBrowser(db, { email, browserHash }))
  const isDemo = isDemoBuyer(app, email)
  const wrong = await countLoginFailures(db, { email, of: 'unknown', since: ago(WRONG_WITHIN_MS) })
  const isHidden = !isKnown && !isDemo && wrong >= WRONG_MAX
  const person = found !== undefined && isRight ? found : null
  if (person === null) {
    security.record('login_failed', { email, network }, 'password')
    if (!isHidden) {
      await insertLoginFailure(db, { email, browserHash, isKnown, now })
      throw new Refusal('invalid_credentials')
    }
  }
  const of = isKnown ? browserHash : 'all'
  const failures = await countLoginFailures(db, { email, of, since: ago(FAILURES_WITHIN_MS) })
  return { person, isSuspicious: isHidden || (failures >= FAILURES_MAX && !isDemo), isHidden }
}

async function open(
  app: Core,
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

interface StepUp {
  readonly email: string
  /** Of the browser that asked, and may use the code. */
  readonly browserHash: Buffer
  readonly network: string
  readonly language: Language
}

async function mailStepUpCode(app: Core, { email, browserHash, language, network }: StepUp): Promise<void> {
  const now = app.clock.now()
  const since = await livingCodeSince(app.db, { email, purpose: 'login', browserHash, now })
  // Two presses of the button send one email.
  if (since !== null && now.getTime() - since.getTime() < SAME_CODE_MS) return
  await countCode(app, { kind: 'login', email })
  await issueCode(app, { email, purpose: 'login', browserHash, network, captchaPayload: null, language })
}

interface HiddenCode {
  readonly email: string
  readonly browserHash: string
  readonly network: string
  readonly language: Language
  readonly isRight: boolean
}

/** Right and wrong passwords, known and unknown addresses take the same steps here; a job does the rest. */
async function queueHiddenCode(
  { db, jobs }: Core,
  { email, browserToken, network, language }: Login,
  isRight: boolean,
): Promise<void> {
  const browserHash = sha256(browserToken).toString('base64')
  await transact(db, (tx) =>
    jobs.enqueue(tx, loginCodeJob, { email, browserHash, network, language, isRight }),
  )
}

/** Mails the code for a right password, and once a day the warning that somebody is guessing. */
export const loginCodeJob: Job<Core, HiddenCode> = {
  name: 'loginCode',
  sendsEmail: true,
  options: PERSISTENT,
  async run(app, { isRight, browserHash, ...asked }) {
    const { email } = asked
    try {
      if (isRight) await mailStepUpCode(app, { ...asked, browserHash: Buffer.from(browserHash, 'base64') })
    } catch (error) {
      // The day's codes are used up by somebody who knows the password.
      if (!isTooMany(error)) throw error
    }
    const owner = await findOwnerLanguage(app.db, email)
    if (owner === undefined) return
    try {
      await app.limits.consume('guessing_warning', email)
    } catch (error) {
      if (isTooMany(error)) return
      throw error
    }
    await transact(app.db, (tx) => queueEmail(tx, app, email, guessingEmail(owner.language)))
  },
}
