import { useSyncExternalStore } from 'react'
import type { Elements } from './elements.ts'

let cover: Elements = null
const listeners = new Set<() => void>()

/** Covers the whole page with something, or uncovers it with null. The content and its code come from the features. */
export function setCover(next: Elements): void {
  cover = next
  for (const listener of listeners) listener()
}

/** The content that covers the page. Rendered once. */
export function Cover(): Elements {
  return useSyncExternalStore(subscribe, read, () => null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const read = () => cover
