import { keptInBrowser } from '#web/kit/stores/storage.ts'
import { createStore, useStore } from '#web/kit/stores/store.ts'
import { areSameFilters, type ChosenFilter, listFilters } from './filters.ts'
import { type Filters, isEmptySearch, readSearch } from './search-address.ts'
import { isContactWanted, writeSearch } from './write-search.ts'

/** A search made in this browser: its text and its filters. */
export type RecentSearch = Filters & { readonly text: string }

const MAX_SEARCHES = 6

/**
 * Adds a search at the top. One that only narrows or widens the newest replaces it, so that intermediate steps are not
 * listed.
 */
export function withRecent(recent: readonly RecentSearch[], made: RecentSearch): readonly RecentSearch[] {
  if (isEmptySearch(made)) return recent
  const [newest, ...older] = recent
  const others = newest !== undefined && isStepOf(newest, made) ? older : recent
  return [made, ...others.filter((other) => !isSame(other, made))].slice(0, MAX_SEARCHES)
}

/** Reads the output of `writeRecent`; anything else gives an empty list. */
export function readRecent(stored: string | null): readonly RecentSearch[] {
  try {
    const queries: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(queries)) return []
    return queries
      .filter((query) => typeof query === 'string')
      .map((query) => readSearch(new URLSearchParams(query)))
      .filter((search) => !isEmptySearch(search))
      .slice(0, MAX_SEARCHES)
  } catch {
    return []
  }
}

/** A list of searches as text: each as the query string of its URL. */
export function writeRecent(recent: readonly RecentSearch[]): string {
  return JSON.stringify(recent.map(queryOf))
}

/** The query string that repeats the search. */
export function queryOf(search: RecentSearch): string {
  const { text, types, audiences, ranges, inactivity, countries, languages, contact } = search
  return writeSearch({ text, types, audiences, ranges, inactivity, countries, languages, contact })
}

/** The filters that tell one search from another: instead of the default contact, that it was taken off. */
export function filtersIn(search: RecentSearch): readonly ChosenFilter[] {
  const filters = listFilters(search)
  if (!isContactWanted(search.text)) return filters
  const others = filters.filter(({ kind }) => kind !== 'contact')
  return search.contact.length > 0
    ? others
    : [...others, { kind: 'contact', value: 'any', key: 'contact any' }]
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

const recent = createStore<readonly RecentSearch[]>([], {
  in: keptInBrowser('recentSearches'),
  parse: readRecent,
  format: (searches) => (searches.length === 0 ? null : writeRecent(searches)),
})

/** Searches made in this browser, newest first; they are sent nowhere. Empty during hydration. */
export function useRecentSearches(): readonly RecentSearch[] {
  return useStore(recent)
}

/** Adds a search to the list. */
export function rememberSearch(made: RecentSearch): void {
  recent.set(withRecent(recent.get(), made))
}

/** Clears the list. */
export function forgetSearches(): void {
  recent.set([])
}
