import { queryText, searchText } from '#shared/rules/search-text.ts'
import type { InactiveDays } from '#shared/rules/filters.ts'
import type { SearchedChannel } from '#test/support/catalogue-world.ts'

// What search and filters promise, as a plain model: one channel and one request at a time, without any index.

/** Filters as in a request, with the names and values that tests use. */
export interface PlainFilters {
  readonly content_type?: string | string[]
  readonly ageGroup?: string | string[]
  readonly minSubs?: number
  readonly maxSubs?: number
  readonly subsRanges?: [number, number | null][]
  readonly country?: string
  readonly language?: string
  readonly hasContact?: boolean
  readonly hideSilentDays?: InactiveDays
}

/** A list's sort key, ascending; ties are ordered by id. */
export function keyOf({ subscribers = null, lastUploadAt = null }: SearchedChannel, order: string): number {
  if (order === 'recent') return lastUploadAt === null ? Number.MAX_VALUE : -lastUploadAt.getTime()
  return subscribers === null ? 1 : -subscribers
}

/** Whether a channel may be shown under these filters. */
export function passes(one: SearchedChannel, chosen: PlainFilters): boolean {
  const { subscribers: count = null } = one
  const isIn = (min: number, max: number | null) =>
    count !== null && count >= min && (max === null || count < max)
  const holds = (held: readonly string[], asked: string | string[]) =>
    [asked].flat().some((value) => held.includes(value))
  if (one.isGone) return false
  if (chosen.content_type !== undefined && !holds(one.contentTypes ?? [], chosen.content_type)) return false
  if (chosen.ageGroup !== undefined && !holds(one.audiences ?? [], chosen.ageGroup)) return false
  if (chosen.minSubs !== undefined && !isIn(chosen.minSubs, null)) return false
  if (chosen.maxSubs !== undefined && !isIn(0, chosen.maxSubs)) return false
  if (chosen.subsRanges !== undefined && !chosen.subsRanges.some(([min, max]) => isIn(min, max))) return false
  if (chosen.country !== undefined && one.country !== chosen.country) return false
  if (chosen.language !== undefined && one.language !== chosen.language) return false
  const { lastUploadAt, uploadsCheckedAt } = one
  if (chosen.hideSilentDays !== undefined && lastUploadAt && uploadsCheckedAt) {
    if (uploadsCheckedAt.getTime() - lastUploadAt.getTime() >= chosen.hideSilentDays * 86_400_000)
      return false
  }
  return chosen.hasContact === undefined || one.hasContact === chosen.hasContact
}

/** The first of the four exact stages that a name matches, or null. */
export function stageOf(name: string, typed: string): number | null {
  const { key, words } = queryText(typed)
  const named = searchText(name)
  const nameKey = named.nameKey.replaceAll(' ', '')
  const held = named.words.split(' ')
  if (nameKey === key) return 1
  if (nameKey.startsWith(key)) return 2
  if (words.every((word) => held.includes(word))) return 3
  const isBegun = held.some((word) => word.startsWith(words.at(-1)!))
  return isBegun && words.slice(0, -1).every((word) => held.includes(word)) ? 4 : null
}
