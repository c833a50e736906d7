import { useSyncExternalStore } from 'react'
import type { KeptText } from './storage.ts'

/** A value outside the components; they follow it with `useStore`. */
export interface Store<T> {
  /** The value in the build and during hydration. */
  readonly initial: T
  readonly get: () => T
  readonly set: (next: T) => void
  /** Calls the listener after every change; returns a function that removes it. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Where a value outlasts the page. Without storage it lasts as long as the page. */
export interface Persist<T> {
  readonly in: KeptText
  /** @param text as kept by any version of this page, or by somebody else; null when nothing is kept */
  readonly parse: (text: string | null) => T
  /** Null keeps nothing. */
  readonly format: (value: T) => string | null
}

export function createStore<T>(initial: T, persist?: Persist<T>): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  let parsed: string | null | undefined
  return {
    initial,
    get() {
      const text = persist?.in.read()
      if (persist !== undefined && text !== undefined && text !== parsed) {
        parsed = text
        try {
          value = persist.parse(text)
        } catch {
          value = initial
        }
      }
      return value
    },
    set(next) {
      value = next
      persist?.in.write(persist.format(next))
      parsed = persist?.in.read()
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<T>({ initial, get, subscribe }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, () => initial)
}

/** How a yes or no is kept. */
export const FLAG = {
  parse: (text: string | null) => text === 'true',
  format: (is: boolean) => (is ? 'true' : null),
}
