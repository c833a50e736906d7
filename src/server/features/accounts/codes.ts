import type { Language } from '#shared/i18n/messages.ts'
import { CODE_LIFE_SECONDS, CODE_TRIES } from '#shared/rules/accounts.ts'
import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import { keyedHash, sha256 } from '#server/config/secret.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { lockPerson } from '#server/people/lock-person.ts'
import { codeEmail } from './accounts.mails.ts'
import { type CodePurpose, guessCode, type GuessedCode, replaceCode } from './codes.sql.ts'
import { makeEndingLink } from './issue-link.ts'
import { Refusal } from '#server/refusal.ts'

interface CodeRequest {
  readonly email: string
  readonly purpose: CodePurpose
  /** Of the browser's cookie; only this browser can use the code. */
  readonly browserHash: Buffer
  readonly network: string
  /** The solved captcha that came with the request, if one was needed. */
  readonly captchaPayload: string | null
  readonly language: Language
  /** The person whose session asks; the email then has a link that ends all their sessions. */
  readonly askedBy?: number
}

/** Creates a six-digit code, replaces this browser's previous one and mails it. @throws Refusal session_expired: the account is gone */
export async function issueCode(
  app: Core,
  { email, purpose, browserHash, network, captchaPayload, language, askedBy }: CodeRequest,
): Promise<void> {
  const now = app.clock.now()
  const code = app.random.code()
  await transact(app.db, async (tx) => {
    if (askedBy !== undefined && (await lockPerson(tx, askedBy)) === undefined)
      throw new Refusal('session_expired')
    await replaceCode(tx, {
      email,
      purpose,
      codeHash: codeHash(app.secret, { email, purpose, code }),
      browserHash,
      captchaHash: captchaPayload === null ? null : sha256(captchaPayload),
      tries: CODE_TRIES,
      now,
      expiresAt: new Date(now.getTime() + CODE_LIFE_SECONDS * 1000),
    })
    const endSessions =
      askedBy === undefined ? null : await makeEndingLink(tx, app, { personId: askedBy, language })
    await queueEmail(tx, app, email, codeEmail(language, { purpose, code, endSessions }))
  })
  app.security.record('code_sent', { email, network }, purpose)
}

/** Six digits are easily tried out, so only a keyed hash hides them from somebody who reads the table. */
function codeHash(
  secret: Buffer,
  { email, purpose, code }: { readonly email: string; readonly purpose: CodePurpose; readonly code: string },
): Buffer {
  return keyedHash(secret, 'code', `${purpose}\n${email}\n${code}`)
}

interface GivenCode {
  readonly email: string
  readonly code: string
  /** The purposes that the code may have. */
  readonly purposes: readonly CodePurpose[]
  /** The browser's cookie; null matches no code. */
  readonly browserToken: string | null
  readonly network: string
}

/**
 * Checks a mailed code. A wrong code costs an attempt; a right one stays valid.
 * @returns the code, which an earlier call may have used
 * @throws Refusal wrong_code: wrong, expired, out of attempts, or requested by another browser
 */
export async function checkCode(
  { db, clock, secret, security }: Core,
  { email, code, purposes, browserToken, network }: GivenCode,
): Promise<GuessedCode> {
  const about = { email, network }
  if (browserToken === null) {
    security.record('login_failed', about, 'code')
    throw new Refusal('wrong_code')
  }
  const found = await guessCode(db, {
    email,
    purposes,
    codeHashes: purposes.map((purpose) => codeHash(secret, { email, purpose, code })),
    browserHash: sha256(browserToken),
    now: clock.now(),
  })
  if (found === undefined) {
    security.record('login_failed', about, 'code')
    throw new Refusal('wrong_code')
  }
  return found
}
