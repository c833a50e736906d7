import { type ReactNode, useSyncExternalStore } from 'react'

let cover: ReactNode = null
const listeners = new Set<() => void>()

/** Puts something over the whole page, or takes it away: null. What it is comes from the features, with their code. */
export function setCover(next: ReactNode): void {
  cover = next
  for (const listener of listeners) listener()
}

/** What covers the page. Stands once in it. */
export function Cover(): ReactNode {
  return useSyncExternalStore(subscribe, read, () => null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const read = () => cover
