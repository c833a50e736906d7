import { useSyncExternalStore } from 'react'

const KEY = 'cookieConfirmed'
const listeners = new Set<() => void>()

/** Keeps that the cookie banner was dismissed, in this browser. */
export function confirmCookies(): void {
  try {
    localStorage.setItem(KEY, 'true')
  } catch {
    // A browser that keeps nothing shows the banner again next time.
    isConfirmedHere = true
  }
  for (const listener of listeners) listener()
}

let isConfirmedHere = false

/** Whether the banner was dismissed; while the page is built, and until it is known, it was. */
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
