export type PasswordProblem = 'password_short' | 'password_long'

export const PASSWORD_LENGTH = { min: 5, max: 200 } as const

/** The first rule that a trimmed password breaks, or null. @param min characters; an installation may require more */
export function passwordProblem(password: string, min: number = PASSWORD_LENGTH.min): PasswordProblem | null {
  if (password.length < min) return 'password_short'
  if (password.length > PASSWORD_LENGTH.max) return 'password_long'
  return null
}

/** Why a password is easy to guess. */
export type PasswordWeakness = 'password_common' | 'password_own'

/** How many of the most common passwords count as weak. */
export const COMMON_PASSWORDS = 10_000

/** The password's owner; unknown parts are empty. */
export interface PasswordOwner {
  readonly email: string
  readonly username: string
}

/** Whether a trimmed password is common, or the owner's own address or name. @param common in lower case */
export function passwordWeakness(
  password: string,
  common: ReadonlySet<string>,
  { email, username }: PasswordOwner,
): PasswordWeakness | null {
  if (common.has(password.toLowerCase())) return 'password_common'
  const bare = bareWord(password)
  const own = [email, email.replace(/@.*$/s, ''), username].map(bareWord)
  return bare !== '' && own.includes(bare) ? 'password_own' : null
}

/** Ignores case, punctuation and trailing digits: Anna_1 and anna2026 are the same name. */
function bareWord(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/\p{N}+$/u, '')
}
