export type EmailProblem = 'email_empty' | 'email_invalid'

export const EMAIL_MAX = 254

// Linear time: each class excludes the separator that follows it. The mailed code proves that the address works.
const SHAPE =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/** Normalises an address for comparison and storage: trimmed, lower case. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** The first rule that a normalised address breaks, or null. */
export function emailProblem(email: string): EmailProblem | null {
  if (email === '') return 'email_empty'
  if (email.length > EMAIL_MAX || email.indexOf('@') > 64 || !SHAPE.test(email)) return 'email_invalid'
  return null
}
