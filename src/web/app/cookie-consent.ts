import { useSyncExternalStore } from 'react'

const KEY = 'cookieConfirmed'
const listeners = new Set<() => void>()

/** Stores in this browser that the cookie banner was dismissed. */
export function confirmCookies(): void {
  try {
    localStorage.setItem(KEY, 'true')
  } catch {
    // A browser without storage shows the banner again next time.
    isConfirmedHere = true
  }
  for (const listener of listeners) listener()
}

let isConfirmedHere = false

/** Whether the banner was dismissed; true in the build and until it is known. */
export function useIsCookieConfirmed(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readConfirmed,
    () => true,
  )
}

function readConfirmed(): boolean {
  try {
    return isConfirmedHere || localStorage.getItem(KEY) === 'true'
  } catch {
    return isConfirmedHere
  }
}
