import { clearOnLogout } from '#web/kit/api/session.ts'
import { keptInTab } from '#web/kit/stores/storage.ts'
import { createStore, useStore } from '#web/kit/stores/store.ts'

/** The list that a person is working on. */
export interface SeedList {
  /** What stands in the field. */
  readonly text: string
  /** The lines that were looked up; none before the first time. */
  readonly lines: readonly string[]
  /** Ids of the channels that were chosen for ambiguous lines. */
  readonly picks: Readonly<Record<string, string>>
}

const NONE: SeedList = { text: '', lines: [], picks: {} }

const list = createStore(NONE, { in: keptInTab('seedList'), parse: readSeedList, format: JSON.stringify })

clearOnLogout(list, 'seedListOfPerson')

/** The list survives the way to other pages, to login above all, and ends with the tab. Empty during hydration. */
export function useSeedList(): SeedList {
  return useStore(list)
}

export function changeSeedList(change: Partial<SeedList>): void {
  list.set({ ...list.get(), ...change })
}

/** A stored list; whatever else was stored gives an empty one. */
export function readSeedList(stored: string | null): SeedList {
  try {
    const { text, lines, picks }: Partial<Record<keyof SeedList, unknown>> = JSON.parse(stored ?? '{}')
    if (typeof text !== 'string' || !isTexts(lines) || typeof picks !== 'object' || picks === null)
      return NONE
    return isTexts(Object.values(picks)) ? { text, lines, picks: picks as SeedList['picks'] } : NONE
  } catch {
    return NONE
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
