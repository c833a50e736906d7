import { isAllowedInUsername, USERNAME_LENGTH, usernameProblem } from '#shared/rules/accounts.ts'
import type { Random } from '#server/random.ts'

/**
 * Makes a valid username from the name that an identity provider gives: words joined by underscores, diacritics dropped
 * (José: Jose). When too little is left, it is user_ and six digits.
 */
export function suggestUsername({ random }: { readonly random: Random }, name: string): string {
  const letters = Array.from(name.normalize('NFC'), (character) => {
    if (isAllowedInUsername(character)) return character
    const [base = ''] = character.normalize('NFD')
    if (isAllowedInUsername(base)) return base
    return /[\s.-]/.test(character) ? '_' : ''
  })
  const username = letters.join('').replace(/_+/g, '_').slice(0, USERNAME_LENGTH.max).replace(/^_|_$/g, '')
  return usernameProblem(username) === null ? username : `user_${random.code()}`
}
