/** The catalogue's content types, in the order of their bits in `channel.content_types`. Never reorder: stored. */
export const CONTENT_TYPES = [
  'Gaming',
  'Beauty',
  'Tech Reviews',
  'Fashion',
  'Entertainment',
  'Comedy',
  'Education',
  'Fitness',
  'Vlogs',
  'Music',
  'Health',
  'Travel',
  'Animation',
  'News',
  'Politics',
] as const

export type ContentType = (typeof CONTENT_TYPES)[number]

/** The types that the search panel offers, in its order. */
export const OFFERED_CONTENT_TYPES = [
  'Comedy',
  'Vlogs',
  'Animation',
  'Education',
  'Entertainment',
  'Fitness',
  'Health',
  'Music',
  'News',
  'Gaming',
  'Travel',
  'Fashion',
] as const satisfies readonly ContentType[]

const BY_LOWER_CASE = new Map<string, ContentType>(CONTENT_TYPES.map((type) => [type.toLowerCase(), type]))
// The landing page's spelling.
BY_LOWER_CASE.set('games', 'Gaming')

/** The content type that a text names, without regard to case, or null. */
export function parseContentType(text: string): ContentType | null {
  return BY_LOWER_CASE.get(text.trim().toLowerCase()) ?? null
}

/** The bit set that is stored for some types. */
export function contentTypeBits(types: Iterable<ContentType>): number {
  let bits = 0
  for (const type of types) bits |= 1 << CONTENT_TYPES.indexOf(type)
  return bits
}

/** The types of a stored bit set, in the list's order. */
export function contentTypesOf(bits: number): ContentType[] {
  return CONTENT_TYPES.filter((_, bit) => (bits & (1 << bit)) !== 0)
}
