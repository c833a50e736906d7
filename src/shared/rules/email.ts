export type EmailProblem = 'email_empty' | 'email_invalid'

export const EMAIL_MAX = 254

// Linear: each class excludes the separator that follows it. Deliverability is proved by the code, not by this.
const SHAPE =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/** An address as it is compared and stored: trimmed, lower case. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** The first rule that a normalised address breaks, or null. */
export function emailProblem(email: string): EmailProblem | null {
  if (email === '') return 'email_empty'
  if (email.length > EMAIL_MAX || email.indexOf('@') > 64 || !SHAPE.test(email)) return 'email_invalid'
  return null
}
