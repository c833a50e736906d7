import { type Audience, audienceBits } from '#shared/rules/audiences.ts'
import { type ContentType, contentTypeBits } from '#shared/rules/content-types.ts'
import { INACTIVE_DAYS, type InactiveDays } from '#shared/rules/inactivity.ts'

/** The filters of a request; null and undefined mean any. */
export interface GivenFilters {
  readonly ageGroup?: readonly Audience[] | null | undefined
  readonly content_type?: readonly ContentType[] | null | undefined
  readonly minSubs?: number | null | undefined
  readonly maxSubs?: number | null | undefined
  readonly subsRanges?: readonly (readonly [number, number | null])[] | null | undefined
  readonly country?: string | null | undefined
  readonly language?: string | null | undefined
  readonly hasContact?: boolean | null | undefined
  readonly hideSilentDays?: InactiveDays | null | undefined
}

/** The same as the database's `search_filter` has it. */
export interface ChannelFilter {
  readonly contentTypes: number | null
  readonly audiences: number | null
  readonly country: string | null
  readonly language: string | null
  readonly hasContact: boolean | null
  /** An int8multirange in its text form; `{}` lets nothing pass. */
  readonly subscribers: string | null
  /** The largest step of `search_silence` that passes. */
  readonly silence: number | null
}

/** The filter that was asked for, or null when nothing was. */
export function readFilter(given: GivenFilters): ChannelFilter | null {
  const filter: ChannelFilter = {
    contentTypes: given.content_type ? contentTypeBits(given.content_type) : null,
    audiences: given.ageGroup ? audienceBits(given.ageGroup) : null,
    country: given.country ?? null,
    language: given.language ?? null,
    hasContact: given.hasContact ?? null,
    subscribers: subscriberRanges(given),
    // Steps are counted from 1, the one before the first of these days.
    silence: given.hideSilentDays == null ? null : INACTIVE_DAYS.indexOf(given.hideSilentDays) + 1,
  }
  return Object.values(filter).every((value) => value === null) ? null : filter
}

/** Both `minSubs`..`maxSubs` and one of the ranges have to hold the number. */
function subscriberRanges({ minSubs, maxSubs, subsRanges }: GivenFilters): string | null {
  const isRanged = subsRanges != null && subsRanges.length > 0
  if (minSubs == null && maxSubs == null && !isRanged) return null
  const ranges = (isRanged ? subsRanges : [[0, null] as const])
    .map(([min, max]) => ({
      min: Math.max(min, minSubs ?? 0),
      max: Math.min(max ?? Number.POSITIVE_INFINITY, maxSubs ?? Number.POSITIVE_INFINITY),
    }))
    .filter(({ min, max }) => min < max)
    .map(({ min, max }) => `[${min},${max === Number.POSITIVE_INFINITY ? '' : max})`)
  return `{${ranges.join(',')}}`
}
