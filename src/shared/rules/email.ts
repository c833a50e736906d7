import { unicodeDomain } from './domains.ts'

export type EmailProblem = 'email_empty' | 'email_invalid'

export const EMAIL_MAX = 254

// Linear time: each class excludes the separator that follows it. The mailed code proves that the address works.
const SHAPE =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const INTERNATIONAL = /^[\p{L}\p{M}\p{N}.-]+$/u

/**
 * Normalises an address for comparison and storage: trimmed, lower case, without invisible characters, an internationalised
 * domain in its ASCII form.
 */
export function normalizeEmail(text: string): string {
  const given = text.trim().toLowerCase()
  if (/^[\x21-\x7e]*$/.test(given)) return given
  // Japanese keyboards write ＠ and 。
  const plain = given.replace(INVISIBLE, '').normalize('NFKC').replaceAll('。', '.').trim().toLowerCase()
  const at = plain.lastIndexOf('@') + 1
  return plain.slice(0, at) + asciiDomain(plain.slice(at))
}

/** A domain as the DNS spells it; unchanged when it is none. */
function asciiDomain(domain: string): string {
  if (domain.length > EMAIL_MAX || !INTERNATIONAL.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Browsers and Node have it; the types of the shared code, which know neither, do not. */
const { URL } = globalThis as unknown as { URL: new (text: string) => { readonly hostname: string } }

/** The first rule that a normalised address breaks, or null. */
export function emailProblem(email: string): EmailProblem | null {
  if (email === '') return 'email_empty'
  if (email.length > EMAIL_MAX || email.indexOf('@') > 64 || !SHAPE.test(email)) return 'email_invalid'
  return null
}

/** A normalised address as people write it: `info@xn--80a1acny.example` is `info@почта.example`. */
export function shownEmail(email: string): string {
  if (!email.includes('xn--')) return email
  const at = email.lastIndexOf('@') + 1
  const shown = email.slice(0, at) + unicodeDomain(email.slice(at))
  return normalizeEmail(shown) === email ? shown : email
}
