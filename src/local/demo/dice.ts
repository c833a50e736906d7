/** Seeded pseudo-random numbers: the same seed gives the same numbers. */
export interface Dice {
  /** At least 0, less than 1. */
  readonly next: () => number
  /** An integer of at least 0 and less than `count`. */
  readonly below: (count: number) => number
  /** Like `below`, but small numbers are far more frequent, like common words in names. */
  readonly zipf: (count: number) => number
  readonly pick: <T>(list: readonly T[]) => T
  /** True with this probability: 0.3 means three times in ten. */
  readonly chance: (share: number) => boolean
}

/** Dice for one item of many. Each item has its own, so a short list is the beginning of a longer one. */
export function diceFor(seed: number, index: number): Dice {
  let a = mix(seed >>> 0, 0x9e3779b9)
  let b = mix(index >>> 0, a ^ 0x85ebca6b)
  let c = mix(a ^ b, Math.floor(index / 2 ** 32) + 0xc2b2ae35)
  let counter = 1

  // sfc32 is small and fast, and passes the PractRand tests: https://pracrand.sourceforge.net
  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }

  for (let warm = 0; warm < 4; warm++) next()
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    zipf: (count) => Math.floor(Math.exp(next() * Math.log(count + 1))) - 1,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
    chance: (share) => next() < share,
  }
}

function mix(value: number, salt: number): number {
  let h = (value ^ salt) >>> 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
