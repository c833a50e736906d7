/** Why somebody is blocked, as far as they see it. Stored. */
export const BLOCK_CATEGORIES = ['rules', 'security', 'payment'] as const
export type BlockCategory = (typeof BLOCK_CATEGORIES)[number]

/** The rule that a username breaks; the dictionaries have a text for each. */
export type UsernameProblem = 'username_short' | 'username_long' | 'username_characters' | 'username_digits'

export const USERNAME_LENGTH = { min: 3, max: 30 } as const

// The letters of every Cyrillic alphabet, without its marks and signs.
const ALLOWED = /^(?:[A-Za-z0-9_]|(?=\p{L})\p{Script=Cyrillic})+$/u
const DIGITS_ONLY = /^[0-9]+$/

/** Whether a username may consist of these characters. */
export function isAllowedInUsername(text: string): boolean {
  return ALLOWED.test(text)
}

/** The first rule that a trimmed username breaks, or null. */
export function usernameProblem(username: string): UsernameProblem | null {
  if (username.length < USERNAME_LENGTH.min) return 'username_short'
  if (username.length > USERNAME_LENGTH.max) return 'username_long'
  if (!ALLOWED.test(username)) return 'username_characters'
  if (DIGITS_ONLY.test(username)) return 'username_digits'
  return null
}

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

/** Digits of a mailed verification code. */
export const CODE_LENGTH = 6

/** How long a mailed code is valid. */
export const CODE_LIFE_SECONDS = 600

/** How many wrong attempts a mailed code allows. */
export const CODE_TRIES = 5

/** The minimum time between two codes or links to one address. */
export const CODE_PAUSE_SECONDS = 60

/** How long a mailed link for a new password or for deletion is valid. */
export const LINK_SECONDS = 30 * 60
