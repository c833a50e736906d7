import { DAY_MS } from './time.ts'

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

/** Those that the panel offers under 'more': cards show them too. */
export const FURTHER_AUDIENCES = ['Youth'] as const satisfies readonly Audience[]

const AUDIENCE_BY_NAME = new Map<string, Audience>(
  AUDIENCES.map((audience) => [audience.toLowerCase(), audience]),
)

/** The audience that a text names, without regard to case, or null. */
export function parseAudience(text: string): Audience | null {
  return AUDIENCE_BY_NAME.get(text.trim().toLowerCase()) ?? null
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

/** Those that the panel offers under 'more': cards show them too. */
export const FURTHER_CONTENT_TYPES = [
  'Beauty',
  'Tech Reviews',
  'Politics',
] as const satisfies readonly ContentType[]

const TYPE_BY_NAME = new Map<string, ContentType>(CONTENT_TYPES.map((type) => [type.toLowerCase(), type]))
// The landing page's spelling.
TYPE_BY_NAME.set('games', 'Gaming')

/** The content type that a text names, without regard to case, or null. */
export function parseContentType(text: string): ContentType | null {
  return TYPE_BY_NAME.get(text.trim().toLowerCase()) ?? null
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

/** A range of subscriber counts: `min <= count < max`; max null is unbounded. */
export interface SubscriberRange {
  readonly label: string
  readonly min: number
  readonly max: number | null
}

/**
 * The specification's seven ranges plus 500K-1M and 20M+, in order. Addresses keep the labels; people read `labels.ranges`.
 */
export const SUBSCRIBER_RANGES = [
  { label: '0-1K', min: 0, max: 1_000 },
  { label: '1-10K', min: 1_000, max: 10_000 },
  { label: '10-100K', min: 10_000, max: 100_000 },
  { label: '100-500K', min: 100_000, max: 500_000 },
  { label: '500K-1M', min: 500_000, max: 1_000_000 },
  { label: '1-5M', min: 1_000_000, max: 5_000_000 },
  { label: '5-10M', min: 5_000_000, max: 10_000_000 },
  { label: '10-20M', min: 10_000_000, max: 20_000_000 },
  { label: '20M+', min: 20_000_000, max: null },
] as const satisfies readonly SubscriberRange[]

export type RangeLabel = (typeof SUBSCRIBER_RANGES)[number]['label']

/** The seven that the landing page lists. */
export const LANDING_SUBSCRIBER_RANGES = SUBSCRIBER_RANGES.filter(
  ({ label }) => label !== '500K-1M' && label !== '20M+',
)

/**
 * After how many days without an upload a channel can be left out as inactive, shortest first. The database's
 * `search_silence` has the same steps.
 */
export const INACTIVE_DAYS = [30, 90, 180, 365] as const
export type InactiveDays = (typeof INACTIVE_DAYS)[number]

/**
 * From this number of days without an upload on, a channel is neither recommended nor like another one, a list can leave it out, and a
 * person is asked before a use is spent on it. `similar.sql` has the same step.
 */
export const LONG_INACTIVE_DAYS = 90 satisfies InactiveDays

export function parseInactiveDays(text: string): InactiveDays | null {
  return INACTIVE_DAYS.find((days) => String(days) === text) ?? null
}

/**
 * For how many whole days no upload of a channel is known, up to now, however old the check is; null when nothing is known or too
 * few to mention.
 */
export function daysInactive(lastUploadAt: Date | null, checkedAt: Date | null, now: Date): number | null {
  if (lastUploadAt === null || checkedAt === null) return null
  const days = Math.floor((now.getTime() - lastUploadAt.getTime()) / DAY_MS)
  return days >= INACTIVE_DAYS[0] ? days : null
}

/** The number of days after which a check of uploads no longer tells whether a channel is active now. */
const CHECK_DAYS = 7

export function isCheckOld(checkedAt: Date | null, now: Date): boolean {
  return checkedAt === null || now.getTime() - checkedAt.getTime() > CHECK_DAYS * DAY_MS
}
