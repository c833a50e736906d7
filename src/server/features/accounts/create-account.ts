import type { Language } from '#shared/i18n/messages.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import { isEmailTaken } from './accounts.sql.ts'
import { checkSignUp, countSignUp } from './limit-emails.ts'
import { transact } from '#server/db/connect.ts'
import { addPerson } from './add-person.ts'
import { useCode } from './codes.sql.ts'
import { noteBrowser } from './note-browser.ts'
import { hashPassword } from '#server/people/passwords.ts'
import { type OpenedSession, openSession } from '#server/features/sessions/open-session.ts'
import { sha256 } from '#server/config/secret.ts'
import { isDisposable } from '#server/people/mailboxes.ts'
import { checkCode, issueCode } from './codes.ts'
import { checkNewPassword } from './change-password.ts'

interface CodeRequest {
  readonly email: string
  readonly captchaPayload: string | null
  readonly browserToken: string
  readonly network: string
  readonly language: Language
}

/**
 * Mails the code for a new account. An address with an account gets none, and disposable addresses are refused.
 * @returns whether the address has an account
 * @throws Refusal too_many_requests, wrong_captcha, provider_failed (the captcha's), disposable_email
 */
export async function requestSignUpCode(
  app: Core & Pick<App, 'captcha'>,
  { email, captchaPayload, browserToken, network, language }: CodeRequest,
): Promise<boolean> {
  const message = { email, network }
  // Checked first, so that a request that comes too early does not consume the captcha.
  await checkSignUp(app, message)
  await app.limits.check('verification_network', network)
  if (captchaPayload === null || !(await app.captcha.verify(captchaPayload, { network }))) {
    throw new Refusal('wrong_captcha')
  }
  await app.limits.consume('verification_network', network)
  if (await isEmailTaken(app.db, email)) return true
  if (isDisposable(email)) throw new Refusal('disposable_email')
  await countSignUp(app, message)
  const browserHash = sha256(browserToken)
  await issueCode(app, { email, purpose: 'signIn', browserHash, network, captchaPayload, language })
  return false
}

interface NewAccount {
  readonly email: string
  readonly password: string
  readonly username: string
  readonly code: string
  /** The captcha with which the code was requested. */
  readonly captchaPayload: string
  readonly browserToken: string | null
  readonly network: string
  readonly userAgent: string
  readonly language: Language
  /** The browser's current session, if any. */
  readonly replacesSession: number | null
}

/**
 * Creates an account, its welcome uses and its first session in one transaction.
 * @throws Refusal invalid_input (the password), wrong_code, wrong_captcha, email_taken, too_many_requests
 */
export async function createAccount(
  app: Core & Pick<App, 'legal'>,
  account: NewAccount,
): Promise<OpenedSession> {
  checkNewPassword(app, { ...account, field: 'password' })
  const code = await checkCode(app, { ...account, purposes: ['signIn'] })
  if (code.captchaHash?.equals(sha256(account.captchaPayload)) !== true) throw new Refusal('wrong_captcha')
  if (await isEmailTaken(app.db, account.email)) throw new Refusal('email_taken')
  await app.limits.consume('signup', account.network)
  const passwordHash = await hashPassword(account.password)
  const session = await transact(app.db, async (tx) => {
    const now = app.clock.now()
    const personId = await addPerson(tx, app, { ...account, passwordHash, now })
    if (account.browserToken !== null) {
      await noteBrowser(tx, app, { ...account, personId, browserToken: account.browserToken })
    }
    if (!(await useCode(tx, { id: code.id, now }))) throw new Refusal('wrong_code')
    return openSession(tx, app, { personId, userAgent: account.userAgent, replaces: account.replacesSession })
  })
  const { personId } = session
  app.security.record(
    'account_created',
    { personId, email: account.email, network: account.network },
    'password',
  )
  return session
}
