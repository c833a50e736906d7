export type PasswordProblem = 'password_short' | 'password_long'

export const PASSWORD_LENGTH = { min: 5, max: 200 } as const

/** The first rule that a trimmed password breaks, or null. */
export function passwordProblem(password: string): PasswordProblem | null {
  if (password.length < PASSWORD_LENGTH.min) return 'password_short'
  if (password.length > PASSWORD_LENGTH.max) return 'password_long'
  return null
}
