import { useSyncExternalStore } from 'react'
import { readRecent, type RecentSearch, withRecent, writeRecent } from './recent-searches.ts'

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
