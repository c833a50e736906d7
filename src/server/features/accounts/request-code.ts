import type { Language } from '#shared/i18n/messages.ts'
import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'
import { isEmailTaken } from './accounts.sql.ts'
import { isDisposable } from './is-disposable.ts'
import { issueCode } from './issue-code.ts'
import { checkCodeBudget, countCode } from './limit-letters.ts'

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
  app: Pick<App, 'db' | 'clock' | 'random' | 'secret' | 'jobs' | 'limits' | 'captcha' | 'security'>,
  { email, captchaPayload, browserToken, network, language }: CodeRequest,
): Promise<boolean> {
  const letter = { kind: 'signIn', email } as const
  // Checked first, so that a request that comes too early does not consume the captcha.
  await checkCodeBudget(app, letter)
  await app.limits.check('verification_network', network)
  if (captchaPayload === null || !(await app.captcha.verify(captchaPayload, { network }))) {
    throw new Refusal('wrong_captcha')
  }
  await app.limits.consume('verification_network', network)
  await countCode(app, letter)
  if (await isEmailTaken(app.db, email)) return true
  if (isDisposable(email)) throw new Refusal('disposable_email')
  await issueCode(app, { email, purpose: 'signIn', browserToken, network, captchaPayload, language })
  return false
}
