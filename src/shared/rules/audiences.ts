/** Target audiences, in the order of their bits in `channel.audiences`. Never reorder: stored. */
export const AUDIENCES = ['Kids', 'Teenagers', 'Youth', 'Adults', 'OlderGen'] as const

export type Audience = (typeof AUDIENCES)[number]

/** The audiences that the search panel offers, in its order. */
export const OFFERED_AUDIENCES = [
  'Kids',
  'Adults',
  'Teenagers',
  'OlderGen',
] as const satisfies readonly Audience[]

const BY_LOWER_CASE = new Map<string, Audience>(
  AUDIENCES.map((audience) => [audience.toLowerCase(), audience]),
)

/** The audience that a text names, without regard to case, or null. */
export function parseAudience(text: string): Audience | null {
  return BY_LOWER_CASE.get(text.trim().toLowerCase()) ?? null
}

/** The bit set that is stored for some audiences. */
export function audienceBits(audiences: Iterable<Audience>): number {
  let bits = 0
  for (const audience of audiences) bits |= 1 << AUDIENCES.indexOf(audience)
  return bits
}

/** The audiences of a stored bit set, in the list's order. */
export function audiencesOf(bits: number): Audience[] {
  return AUDIENCES.filter((_, bit) => (bits & (1 << bit)) !== 0)
}
