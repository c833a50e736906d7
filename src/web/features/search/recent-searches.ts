import { areSameFilters, listFilters } from './filters.ts'
import { type Filters, isEmptySearch, readSearch } from './search-address.ts'
import { writeSearch } from './write-search.ts'

/** A search that was made in this browser: what was typed, and what it was narrowed by. */
export type RecentSearch = Filters & { readonly text: string }

const MOST = 6

/** Puts a search on top. One that only narrows or widens the newest takes its place, so that steps on the way leave no trace. */
export function withRecent(recent: readonly RecentSearch[], made: RecentSearch): readonly RecentSearch[] {
  if (isEmptySearch(made)) return recent
  const [newest, ...older] = recent
  const others = newest !== undefined && isStepOf(newest, made) ? older : recent
  return [made, ...others.filter((other) => !isSame(other, made))].slice(0, MOST)
}

/** Reads what `writeRecent` wrote; anything else is an empty list. */
export function readRecent(stored: string | null): readonly RecentSearch[] {
  try {
    const queries: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(queries)) return []
    return queries
      .filter((query) => typeof query === 'string')
      .map((query) => readSearch(new URLSearchParams(query)))
      .filter((search) => !isEmptySearch(search))
      .slice(0, MOST)
  } catch {
    return []
  }
}

/** A list of searches as text: each as the query of its address. */
export function writeRecent(recent: readonly RecentSearch[]): string {
  return JSON.stringify(recent.map(addressOf))
}

/** The query that makes the search again. */
export function addressOf({ text, types, audiences, ranges, inactivity }: RecentSearch): string {
  return writeSearch({ text, types, audiences, ranges, inactivity })
}

function isSame(one: RecentSearch, other: RecentSearch): boolean {
  return one.text === other.text && areSameFilters(one, other)
}

function isStepOf(one: RecentSearch, other: RecentSearch): boolean {
  if (one.text !== other.text) return false
  const [few = [], many = []] = [one, other]
    .map((search) => listFilters(search).map(({ key }) => key))
    .toSorted((a, b) => a.length - b.length)
  return few.every((key) => many.includes(key))
}
