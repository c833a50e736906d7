import { parseHandle, readNamedChannels } from '#server/platforms/named-channels.ts'
import type { Platform } from '#server/platforms/platform.ts'
import {
  type Audience,
  audienceBits,
  type ContentType,
  contentTypeBits,
  INACTIVE_DAYS,
  type InactiveDays,
} from '#shared/rules/filters.ts'
import { queryText } from '#shared/rules/search-text.ts'

/** What a search text may mean. */
export interface Query {
  readonly key: string
  readonly words: readonly string[]
  /** The platforms on which those with these ids and handles are; null: any. */
  readonly platforms: readonly string[] | null
  /** The platform's ids that the text may contain; a channel with one of them is meant, whatever its name. */
  readonly platformIds: readonly string[]
  readonly handles: readonly string[]
  /** The text can only mean the channel with that id or handle; its words count only when that is unknown. */
  readonly isExact: boolean
}

/** Parses a search text: words of a name, or what `readNamedChannels` understands, or a handle without its @. */
export function parseQuery(text: string, known: readonly Platform[]): Query {
  const { links, beside, isCertain } = readNamedChannels(text, known)
  const platformIds = links.flatMap(({ platformId }) => platformId ?? [])
  const handles = links.flatMap(({ handle }) => handle ?? [])
  if (platformIds.length + handles.length > 0) {
    const words = beside || handles[0] || platformIds[0] || text
    const platforms = links.flatMap(({ platform }) => platform ?? [])
    const isOnThese = platforms.length === links.length
    return {
      ...queryText(words),
      platforms: isOnThese ? platforms : null,
      platformIds,
      handles,
      isExact: isCertain,
    }
  }
  // Old addresses contain a name without saying of what kind.
  const url = links[0]?.url ?? null
  const words = url === null ? text : decodeURIComponent(url.slice(url.lastIndexOf('/') + 1))
  const bare = parseHandle(words.replace(/\s+/gu, ''), { bare: true })
  return {
    ...queryText(words),
    platforms: null,
    platformIds: /^\S{1,100}$/u.test(text) ? [withoutNul(text)] : [],
    handles: bare === null ? [] : [bare],
    isExact: false,
  }
}

/** PostgreSQL's text type cannot store NUL. */
function withoutNul(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** The filters of a request; null and undefined mean any. */
interface GivenFilters {
  readonly ageGroup?: readonly Audience[] | null | undefined
  readonly content_type?: readonly ContentType[] | null | undefined
  readonly minSubs?: number | null | undefined
  readonly maxSubs?: number | null | undefined
  readonly subsRanges?: readonly (readonly [number, number | null])[] | null | undefined
  readonly country?: readonly string[] | null | undefined
  readonly language?: string | null | undefined
  readonly hasContact?: boolean | null | undefined
  readonly hideSilentDays?: InactiveDays | null | undefined
}

/** The filter in the form of the database's type `search_filter`. */
export interface ChannelFilter {
  readonly contentTypes: number | null
  readonly audiences: number | null
  readonly countries: readonly string[] | null
  readonly language: string | null
  readonly hasContact: boolean | null
  /** An int8multirange as text; `{}` matches nothing. */
  readonly subscribers: string | null
  /** The largest step of `search_silence` that still matches. */
  readonly silence: number | null
}

/** The filter of a request, or null when it sets none. */
export function readFilter(given: GivenFilters): ChannelFilter | null {
  const filter: ChannelFilter = {
    contentTypes: given.content_type ? contentTypeBits(given.content_type) : null,
    audiences: given.ageGroup ? audienceBits(given.ageGroup) : null,
    countries: given.country ?? null,
    language: given.language ?? null,
    hasContact: given.hasContact ?? null,
    subscribers: subscriberRanges(given),
    // Steps count from 1, which is below the first of these days.
    silence: given.hideSilentDays == null ? null : INACTIVE_DAYS.indexOf(given.hideSilentDays) + 1,
  }
  return Object.values(filter).every((value) => value === null) ? null : filter
}

/** The number must be within `minSubs`..`maxSubs` and within one of the ranges. */
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
