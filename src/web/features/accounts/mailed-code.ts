import { CODE_LIFE_SECONDS, CODE_TRIES } from '#shared/rules/limits.ts'
import { useSecondsUntil } from '#web/kit/components/use-seconds-until.ts'

/** What this browser knows of a code that it had mailed. The server does not tell guessers what is wrong with a guess. */
export interface MailedCode {
  /** In ms since 1970. */
  readonly sentAt: number
  readonly wrongTries: number
}

/** Why a code can no longer be right. */
export type CodeEnd = 'expired' | 'usedUp'

/** A code that has just been asked for. */
export function newCode(now: number): MailedCode {
  return { sentAt: now, wrongTries: 0 }
}

/** The same code after a wrong try. */
export function afterWrongTry(code: MailedCode): MailedCode {
  return { ...code, wrongTries: code.wrongTries + 1 }
}

/** How a code has ended by now; null when it may still be right. @param now in ms since 1970 */
export function endOf(code: MailedCode | null, now: number): CodeEnd | null {
  if (code === null) return null
  if (code.wrongTries >= CODE_TRIES) return 'usedUp'
  return now >= expiryOf(code) ? 'expired' : null
}

/** How a code has ended, as it happens. */
export function useCodeEnd(code: MailedCode | null): CodeEnd | null {
  const secondsLeft = useSecondsUntil(code === null ? null : expiryOf(code))
  if (code === null || secondsLeft === null) return null
  return endOf(code, secondsLeft === 0 ? expiryOf(code) : code.sentAt)
}

function expiryOf({ sentAt }: MailedCode): number {
  return sentAt + CODE_LIFE_SECONDS * 1000
}
