import type { Language } from '#shared/i18n/messages.ts'
import { CODE_LIFE_SECONDS, CODE_TRIES } from '#shared/rules/accounts.ts'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { keyedHash, sha256 } from '#server/config/secret.ts'
import { queueLetter } from '#server/jobs/send-mail.ts'
import { codeLetter } from './accounts.mails.ts'
import { type CodePurpose, replaceCode } from './codes.sql.ts'

interface CodeRequest {
  readonly email: string
  readonly purpose: CodePurpose
  /** The browser's cookie; only this browser can use the code. */
  readonly browserToken: string
  readonly network: string
  /** The solved captcha that came with the request, if one was needed. */
  readonly captchaPayload: string | null
  readonly language: Language
}

/** Creates a six-digit code, replaces the previous one and mails it. */
export async function issueCode(
  app: Pick<App, 'db' | 'clock' | 'random' | 'secret' | 'jobs' | 'security'>,
  { email, purpose, browserToken, network, captchaPayload, language }: CodeRequest,
): Promise<void> {
  const now = app.clock.now()
  const code = app.random.code()
  await transact(app.db, async (tx) => {
    await replaceCode(tx, {
      email,
      purpose,
      codeHash: codeHash(app.secret, { email, purpose, code }),
      browserHash: sha256(browserToken),
      captchaHash: captchaPayload === null ? null : sha256(captchaPayload),
      tries: CODE_TRIES,
      now,
      expiresAt: new Date(now.getTime() + CODE_LIFE_SECONDS * 1000),
    })
    await queueLetter(tx, app, email, codeLetter(language, purpose, code))
  })
  app.security.record('code_sent', { email, network }, purpose)
}

/** Six digits are easily tried out, so only a keyed hash hides them from somebody who reads the table. */
export function codeHash(
  secret: Buffer,
  { email, purpose, code }: { readonly email: string; readonly purpose: CodePurpose; readonly code: string },
): Buffer {
  return keyedHash(secret, 'code', `${purpose}\n${email}\n${code}`)
}
