import { useSyncExternalStore } from 'react'
import { readRecent, type RecentSearch, withRecent, writeRecent } from './recent-searches.ts'

const KEY = 'recentSearches'
const NONE: readonly RecentSearch[] = []

let recent: readonly RecentSearch[] | null = null
const listeners = new Set<() => void>()

/** Searches that were made in this browser, newest first; they are sent nowhere. Empty while the page is taken over. */
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

/** Keeps a search for the next time. */
export function rememberSearch(made: RecentSearch): void {
  set(withRecent(current(), made))
}

/** Forgets all of them. */
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
    // A browser that keeps nothing remembers until the page is left.
  }
  for (const listener of listeners) listener()
}
