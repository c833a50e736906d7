import { diceFor } from '#local/demo/dice.ts'

/** What one day cost and what was known at its end. Calls are of the quota that channels, videos and lists share. */
export interface QuotaDay {
  readonly calls: number
  /** Shares of all channels: facts that are less than 30 days old, a known last upload, words of titles. */
  readonly facts: number
  readonly lastUploads: number
  readonly words: number
}

export interface ModelOptions {
  readonly channels: number
  /** How many of them people have bought: those with the lowest numbers. */
  readonly bought: number
  /** Calls a day that the refresh may make. */
  readonly limit: number
  readonly days: number
  /** Whether a channel has a new upload on a day. */
  readonly hasUpload: (channel: number, day: number) => boolean
}

/** The rules of `refresh-channels.ts` with the usual retention of 30 days, of which the last hour is not used. */
const RULES = { afterDays: 20, keptDays: 29, idsPerCall: 50, atOnce: 8 }
const NEVER = -1_000

/** Channels' uploads by chance: two fifths are silent, the others upload once in 1 to 30 days. */
export function uploadsByChance(channels: number, seed: number): ModelOptions['hasUpload'] {
  const rates = Float32Array.from({ length: channels }, (_, at) => {
    const dice = diceFor(seed, at)
    return dice.chance(0.4) ? 0 : 1 / 30 ** dice.next()
  })
  // Dice of their own for every day of ten million channels would take minutes.
  return (channel, day) =>
    mixed(Math.imul(channel, 0x9e3779b1) ^ Math.imul(day + seed, 0x85ebca77)) < rates[channel]!
}

/** A number of at least 0 and less than 1 for each 32 bits (murmur3's last step). */
function mixed(bits: number): number {
  const first = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return ((second ^ (second >>> 16)) >>> 0) / 2 ** 32
}

/** The refresh of a catalogue that was just imported, day by day, by its rules alone: no database, no platform. */
export function modelQuota({ channels, bought, limit, days, hasUpload }: ModelOptions): QuotaDay[] {
  const refreshed = new Int16Array(channels).fill(NEVER)
  const checked = new Int16Array(channels).fill(NEVER)
  const read = new Int16Array(channels).fill(NEVER)
  /** Whether a number of uploads differs from the stored one. */
  const changed = new Uint8Array(channels)
  const result: QuotaDay[] = []
  for (let day = 0; day < days; day += 1) {
    if (day > 0) for (let at = 0; at < channels; at += 1) if (hasUpload(at, day)) changed[at] = 1
    let calls = 0
    const isOld = (since: number) => since <= day - RULES.afterDays

    const keepFacts = (at: number) => {
      refreshed[at] = day
      if (changed[at] === 1) checked[at] = NEVER
      else if (checked[at] !== NEVER) checked[at] = day
      changed[at] = 0
    }
    /** Asks about those that are due, 50 at a time: facts, and a call more for each whose list is wanted. @returns false at the limit */
    const ask = (due: Iterable<number>, wantsList: (at: number) => boolean): boolean => {
      let group: number[] = []
      const send = (): boolean => {
        if (group.length === 0) return true
        if (calls >= limit) return false
        calls += 1
        for (const at of group) {
          const isWanted = wantsList(at)
          const isListed = isWanted && calls < limit
          keepFacts(at)
          if (!isListed) continue
          calls += 1
          checked[at] = day
          read[at] = day
        }
        group = []
        return calls < limit
      }
      for (const at of due) {
        group.push(at)
        if (group.length === RULES.idsPerCall && !send()) return false
      }
      return send()
    }
    function* where(isDue: (at: number) => boolean, to = channels) {
      for (let at = 0; at < to; at += 1) if (isDue(at)) yield at
    }
    /** Those that were done 20 days ago or earlier, the longest ago first, as the refresh orders them. */
    function* oldest(since: Int16Array, isDue: (at: number) => boolean) {
      for (const age of [...new Set(since)].filter(isOld).toSorted((a, b) => a - b))
        yield* where((at) => since[at] === age && isDue(at))
    }
    const isKnown = (at: number) => checked[at] !== NEVER && !isOld(read[at]!)
    const always = () => true
    const kinds: readonly (() => boolean)[] = [
      () =>
        ask(
          where((at) => refreshed[at]! < day, bought),
          (at) => changed[at] === 1 || !isKnown(at),
        ),
      () => ask(oldest(refreshed, always), () => false),
      () =>
        ask(
          oldest(checked, (at) => refreshed[at] !== NEVER),
          always,
        ),
      () =>
        ask(
          oldest(read, (at) => read[at] !== NEVER),
          always,
        ),
    ]
    kinds.every((isBelowLimit) => isBelowLimit())
    for (let at = 0; at < channels; at += 1) {
      if (refreshed[at]! < day - RULES.keptDays) checked[at] = refreshed[at] = NEVER
      if (read[at]! < day - RULES.keptDays) read[at] = NEVER
    }
    const share = (since: Int16Array) => since.reduce((sum, at) => sum + (at === NEVER ? 0 : 1), 0) / channels
    result.push({ calls, facts: share(refreshed), lastUploads: share(checked), words: share(read) })
  }
  return result
}
