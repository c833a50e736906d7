import { useSyncExternalStore } from 'react'
import { getSession, onSessionChange } from '#web/kit/api/session.ts'

/** The list that a person is working on. */
export interface SeedList {
  /** What stands in the field. */
  readonly text: string
  /** The lines that were looked up; none before the first time. */
  readonly lines: readonly string[]
  /** Ids of the channels that were chosen for ambiguous lines. */
  readonly picks: Readonly<Record<string, string>>
}

const KEY = 'seedList'
const NONE: SeedList = { text: '', lines: [], picks: {} }

let list: SeedList | null = null
const listeners = new Set<() => void>()

/** The list survives the way to other pages, to login above all, and ends with the tab. Empty during hydration. */
export function useSeedList(): SeedList {
  return useSyncExternalStore(subscribe, current, () => NONE)
}

export function changeSeedList(change: Partial<SeedList>): void {
  list = { ...current(), ...change }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // A browser without storage keeps the list until the page is reloaded.
  }
  for (const listener of listeners) listener()
}

/** A stored list; whatever else was stored gives an empty one. */
export function readSeedList(stored: string | null): SeedList {
  try {
    const { text, lines, picks }: Partial<Record<keyof SeedList, unknown>> = JSON.parse(stored ?? '{}')
    if (typeof text !== 'string' || !isTexts(lines) || typeof picks !== 'object' || picks === null)
      return NONE
    return isTexts(Object.values(picks)) ? { text, lines, picks: picks as SeedList['picks'] } : NONE
  } catch {
    return NONE
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function current(): SeedList {
  if (list !== null) return list
  try {
    list = readSeedList(sessionStorage.getItem(KEY))
  } catch {
    list = NONE
  }
  return list
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let wasLoggedIn = false

// Nothing of a person stays after the session ends.
onSessionChange(() => {
  const { status } = getSession()
  if (status === 'out' && wasLoggedIn) changeSeedList(NONE)
  wasLoggedIn = status === 'in'
})
