/** Uses that a promocode gives unless its maker says otherwise. */
export const PROMOCODE_USES = 10

const WRITTEN = /^[A-Z0-9][A-Z0-9-]{2,29}$/

/**
 * A promocode in its one spelling: capitals, without spaces. Null for what can be no code: it has 3-30 Latin letters,
 * digits and hyphens. A letter of another script is not read as the Latin one that it looks like.
 */
export function normalizePromocode(text: string): string | null {
  const code = text.replace(/\s+/g, '')
  // 'ß' and the like have capitals that are other letters, so only plain letters are raised.
  return /^[A-Za-z0-9-]*$/.test(code) && WRITTEN.test(code.toUpperCase()) ? code.toUpperCase() : null
}
