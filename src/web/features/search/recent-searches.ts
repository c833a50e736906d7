import { useSyncExternalStore } from 'react'
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

const KEY = 'recentSearches'
const NONE: readonly RecentSearch[] = []

let recent: readonly RecentSearch[] | null = null
const listeners = new Set<() => void>()

/** Searches made in this browser, newest first; they are sent nowhere. Empty during hydration. */
export function useRecentSearches(): readonly RecentSearch[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    current,
    () => NONE,
  )
}

/** Adds a search to the list. */
export function rememberSearch(made: RecentSearch): void {
  set(withRecent(current(), made))
}

/** Clears the list. */
export function forgetSearches(): void {
  set(NONE)
}

function current(): readonly RecentSearch[] {
  if (recent !== null) return recent
  try {
    recent = readRecent(localStorage.getItem(KEY))
  } catch {
    recent = NONE
  }
  return recent
}

function set(next: readonly RecentSearch[]): void {
  recent = next
  try {
    if (next.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, writeRecent(next))
  } catch {
    // A browser without storage remembers until the page is left.
  }
  for (const listener of listeners) listener()
}
