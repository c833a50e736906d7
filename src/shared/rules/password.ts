export type PasswordProblem = 'password_short' | 'password_long'

export const PASSWORD_LENGTH = { min: 5, max: 200 } as const

/** The first rule that a trimmed password breaks, or null. @param min characters; an installation may ask for more */
export function passwordProblem(password: string, min: number = PASSWORD_LENGTH.min): PasswordProblem | null {
  if (password.length < min) return 'password_short'
  if (password.length > PASSWORD_LENGTH.max) return 'password_long'
  return null
}

/** Why a password would be among the first to be tried. */
export type PasswordWeakness = 'password_common' | 'password_own'

/** So many of the most common passwords are advised against. */
export const COMMON_PASSWORDS = 10_000

/** Whose password it is going to be; what is not known is empty. */
export interface PasswordOwner {
  readonly email: string
  readonly username: string
}

/** Whether a trimmed password is a common one or the person's own address or name. @param common in lower case */
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

/** Neither case nor signs nor figures at the end make a name another one: Anna_1 and anna2026 are alike. */
function bareWord(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/\p{N}+$/u, '')
}
