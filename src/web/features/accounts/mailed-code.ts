import { CODE_LIFE_SECONDS, CODE_TRIES } from '#shared/rules/accounts.ts'
import { useSecondsUntil } from '#web/kit/components/countdown.ts'

/** What this browser knows of a code mailed to it. The server does not tell guessers why a code is wrong. */
export interface MailedCode {
  /** In ms since 1970. */
  readonly sentAt: number
  readonly wrongTries: number
}

/** Why a code can no longer be correct. */
export type CodeEnd = 'expired' | 'usedUp'

/** A code that has just been requested. */
export function newCode(now: number): MailedCode {
  return { sentAt: now, wrongTries: 0 }
}

/** The same code after a wrong attempt. */
export function afterWrongAttempt(code: MailedCode): MailedCode {
  return { ...code, wrongTries: code.wrongTries + 1 }
}

/** Why a code no longer works; null while it may still be correct. @param now in ms since 1970 */
export function endOf(code: MailedCode | null, now: number): CodeEnd | null {
  if (code === null) return null
  if (code.wrongTries >= CODE_TRIES) return 'usedUp'
  return now >= expiryOf(code) ? 'expired' : null
}

/** Why a code no longer works, updated as time passes. */
export function useCodeEnd(code: MailedCode | null): CodeEnd | null {
  const secondsLeft = useSecondsUntil(code === null ? null : expiryOf(code))
  if (code === null || secondsLeft === null) return null
  return endOf(code, secondsLeft === 0 ? expiryOf(code) : code.sentAt)
}

function expiryOf({ sentAt }: MailedCode): number {
  return sentAt + CODE_LIFE_SECONDS * 1000
}
