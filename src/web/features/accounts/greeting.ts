import { useSyncExternalStore } from 'react'

/** What the overlay says, and to whom. */
export interface Greeting {
  readonly kind: 'welcome' | 'goodbye'
  readonly username: string
}

/** How long the overlay stays, in ms. */
const GREETING_MS = 2000

let greeting: Greeting | null = null
const listeners = new Set<() => void>()

function set(next: Greeting | null): void {
  greeting = next
  for (const listener of listeners) listener()
}

/**
 * Covers the page.
 * @returns after 2 seconds, what lifts the cover: what comes next is put under it first
 */
export async function greet(kind: Greeting['kind'], username: string): Promise<() => void> {
  set({ kind, username })
  await new Promise((resolve) => setTimeout(resolve, GREETING_MS))
  return () => set(null)
}

/** What the overlay shows now, or null. */
export function useGreeting(): Greeting | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => greeting,
    () => null,
  )
}
