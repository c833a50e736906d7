/** Encodings that files are read in; names as `TextDecoder` knows them. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'windows-1252'] as const

export type Encoding = (typeof ENCODINGS)[number]

/**
 * How a file is encoded, from its first bytes: by its byte order mark, else UTF-8, else windows-1251 where nearly all
 * bytes beyond ASCII are runs of its Cyrillic letters. A UTF-8 file with some broken bytes stays UTF-8.
 */
export function detectEncoding(sample: Uint8Array): Encoding {
  const [a, b, c] = sample
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  const zeros = zerosOf(sample)
  if (zeros !== null) return zeros
  const { sequences, broken } = utf8Of(sample)
  return broken > sequences && looksCyrillic(sample) ? 'windows-1251' : 'utf-8'
}

/** UTF-16 without a mark shows by zeros in every other place. */
function zerosOf(sample: Uint8Array): Encoding | null {
  const length = Math.min(sample.length, 4_096) & ~1
  let even = 0
  let odd = 0
  for (let at = 0; at < length; at += 2) {
    if (sample[at] === 0) even++
    if (sample[at + 1] === 0) odd++
  }
  const enough = length / 8
  if (length < 16 || (even < enough && odd < enough)) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Whole multi-byte sequences of UTF-8, and bytes beyond ASCII that belong to none. */
function utf8Of(sample: Uint8Array): { sequences: number; broken: number } {
  let sequences = 0
  let broken = 0
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] as number
    if (byte < 0x80) continue
    const more =
      byte >= 0xc2 && byte < 0xe0 ? 1 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xf0 && byte < 0xf5 ? 3 : 0
    // The sample may end within a sequence.
    if (more > 0 && at + more >= sample.length) break
    let isWhole = more > 0
    for (let next = 1; next <= more; next++)
      if (((sample[at + next] as number) & 0xc0) !== 0x80) isWhole = false
    if (isWhole) {
      sequences++
      at += more
    } else broken++
  }
  return { sequences, broken }
}

// Western texts have single letters beyond ASCII, Cyrillic ones whole words of them, mostly in lower case.
function looksCyrillic(sample: Uint8Array): boolean {
  let letters = 0
  let others = 0
  let lower = 0
  let runs = 0
  let before = false
  for (const byte of sample) {
    const isLetter =
      byte >= 0xc0 || byte === 0xa8 || byte === 0xb8 || byte === 0xb2 || byte === 0xb3 || byte === 0xbf
    if (isLetter) {
      letters++
      if (byte >= 0xe0) lower++
      if (!before) runs++
    } else if (byte >= 0x80) others++
    before = isLetter
  }
  return letters > 0 && others <= letters / 10 && letters / runs >= 2.5 && lower >= letters / 2
}
