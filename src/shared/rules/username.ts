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
