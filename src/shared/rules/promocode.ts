/** The uses of a promocode unless the operator sets another number. */
export const PROMOCODE_USES = 10

const WRITTEN = /^[A-Z0-9][A-Z0-9-]{2,29}$/

/**
 * A promocode in its canonical form: upper case, no spaces. Null when it cannot be one: it has 3-30 Latin letters, digits
 * and hyphens. Look-alike letters of other scripts are not converted.
 */
export function normalizePromocode(text: string): string | null {
  const code = text.replace(/\s+/g, '')
  // Only plain letters are upper-cased, because 'ß' and the like would become other letters.
  return /^[A-Za-z0-9-]*$/.test(code) && WRITTEN.test(code.toUpperCase()) ? code.toUpperCase() : null
}
