import { keptInBrowser } from '#web/kit/stores/storage.ts'

const kept = keptInBrowser('mixSeed')
/** Enough for two browsers to differ, and short in an address. */
const SEED_MAX = 9_999

let own: number | null = null

/** A seed for another order. */
export function newSeed(): number {
  return 1 + Math.floor(Math.random() * SEED_MAX)
}

/** This browser's seed: its mix stays the same from visit to visit, and differs from that of others. */
export function browserSeed(): number {
  own ??= storedSeed()
  return own
}

function storedSeed(): number {
  const stored = Number(kept.read())
  if (Number.isInteger(stored) && stored >= 1 && stored <= SEED_MAX) return stored
  const made = newSeed()
  kept.write(String(made))
  return made
}
