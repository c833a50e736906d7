import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'
import { type CodePurpose, guessCode, type GuessedCode } from './codes.sql.ts'
import { codeHash } from './issue-code.ts'
import { sha256 } from '#server/config/secret.ts'

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
  { db, clock, secret, security }: Pick<App, 'db' | 'clock' | 'secret' | 'security'>,
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
