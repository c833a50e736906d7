/** Slots for hashes, 16 MB: the ids and handles of half a million channels. */
const MOST_SLOTS = 2 ** 21

/**
 * Notices early that a file speaks of a channel twice; what it misses, unique indexes find. Keeps hashes of 53 bits, so
 * once in thousands of files it may be wrong, which costs time only; and when it is full it notices nothing more.
 */
export class SeenChannels {
  #slots = new Float64Array(2 ** 16)
  #count = 0

  /** Whether an identity (of a kind, in a platform or source) was most likely met before. */
  meet(kind: number, within: string, key: string): boolean {
    if (this.#count * 2 > this.#slots.length && !this.#grow()) return false
    return !this.#put(hash(hash(kind, within), key))
  }

  #put(value: number): boolean {
    const slots = this.#slots
    const mask = slots.length - 1
    let at = value & mask
    for (; slots[at] !== 0; at = (at + 1) & mask) if (slots[at] === value) return false
    slots[at] = value
    this.#count++
    return true
  }

  #grow(): boolean {
    const old = this.#slots
    if (old.length === MOST_SLOTS) return false
    this.#slots = new Float64Array(old.length * 2)
    this.#count = 0
    for (const value of old) if (value !== 0) this.#put(value)
    return true
  }
}

/** cyrb53, public domain: 53 bits, never 0. */
function hash(seed: number, text: string): number {
  let high = 0xdeadbeef ^ seed
  let low = 0x41c6ce57 ^ (seed / 2 ** 21)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0) || 1
}
