import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'
import { type CodePurpose, type GuessedCode, guessCode } from './codes.sql.ts'
import { codeHash, sha256 } from './issue-code.ts'

interface GivenCode {
  readonly email: string
  readonly code: string
  /** What it may be for. */
  readonly purposes: readonly CodePurpose[]
  /** The calling browser's own cookie, or null: then no code is its own. */
  readonly browserToken: string | null
  readonly network: string
}

/**
 * Checks a mailed code. A wrong one costs a try; a right one stays good.
 * @returns the code, which may have been used up by an earlier call
 * @throws Refusal wrong_code: wrong, expired, without tries, or asked for by another browser
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
