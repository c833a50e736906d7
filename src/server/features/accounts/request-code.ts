import type { Language } from '#shared/i18n/messages.ts'
import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'
import { isEmailTaken } from './accounts.sql.ts'
import { issueCode } from './issue-code.ts'

interface CodeRequest {
  readonly email: string
  readonly captchaPayload: string | null
  readonly browserToken: string
  readonly network: string
  readonly language: Language
}

/**
 * Mails the code that a new account needs. An address that has an account gets none.
 * @returns whether the address has an account
 * @throws Refusal too_many_requests, wrong_captcha
 */
export async function requestSignUpCode(
  app: Pick<App, 'db' | 'clock' | 'random' | 'secret' | 'jobs' | 'limits' | 'captcha'>,
  { email, captchaPayload, browserToken, network, language }: CodeRequest,
): Promise<boolean> {
  const key = `signIn ${email}`
  // Looked at first, so that who comes too early keeps the captcha.
  await app.limits.check('verification', key)
  await app.limits.check('verification_day', key)
  if (captchaPayload === null || !(await app.captcha.verify(captchaPayload, { network }))) {
    throw new Refusal('wrong_captcha')
  }
  await countVerification(app, key)
  if (await isEmailTaken(app.db, email)) return true
  await issueCode(app, { email, purpose: 'signIn', browserToken, captchaPayload, language })
  return false
}

/** Counts a request for a code or link by its address. @throws Refusal too_many_requests */
export async function countVerification({ limits }: Pick<App, 'limits'>, key: string): Promise<void> {
  await limits.consume('verification', key)
  await limits.consume('verification_day', key)
}
