// Control characters, bidirectional overrides and byte order marks, but not joiners: emoji and Indic scripts need them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is what this is for
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]+/g
const BEYOND_PLAIN = /[^\u0020-\u007e\u00a1-\u00ac\u00ae-\u1fff]| {2}/

/** Text for display: no control characters, single spaces between words, no broken surrogates. */
export function cleanText(text: string): string {
  const trimmed = text.trim()
  if (!BEYOND_PLAIN.test(trimmed)) return trimmed
  return trimmed.replace(INVISIBLE, ' ').replace(/\s+/gu, ' ').trim().toWellFormed()
}
