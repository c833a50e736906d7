import { queryText, searchText } from '#shared/rules/search-text.ts'
import type { InactiveDays } from '#shared/rules/filters.ts'
import type { SearchedChannel } from '#test/support/catalogue-world.ts'

// What search and filters promise, as a plain model: one channel and one request at a time, without any index.

/** Filters as in a request, with the names and values that tests use. */
export interface PlainFilters {
  readonly content_type?: string | string[]
  readonly ageGroup?: string | string[]
  readonly minSubs?: number
  readonly maxSubs?: number
  readonly subsRanges?: [number, number | null][]
  readonly country?: string | readonly string[]
  readonly language?: string
  readonly hasContact?: boolean
  readonly hideSilentDays?: InactiveDays
}

/** A list's sort key, ascending; ties are ordered by id. */
export function keyOf({ subscribers = null, lastUploadAt = null }: SearchedChannel, order: string): number {
  if (order === 'recent') return lastUploadAt === null ? Number.MAX_VALUE : -lastUploadAt.getTime()
  return subscribers === null ? 1 : -subscribers
}

/** Whether a channel can be written to: it has a contact, and was not silent for 90 days when last checked. */
export function isReachable({ hasContact, lastUploadAt, uploadsCheckedAt }: SearchedChannel): boolean {
  const isSilent =
    lastUploadAt != null &&
    uploadsCheckedAt != null &&
    uploadsCheckedAt.getTime() - lastUploadAt.getTime() >= 90 * 86_400_000
  return hasContact === true && !isSilent
}

/** Whether a channel may be shown under these filters. */
export function passes(one: SearchedChannel, chosen: PlainFilters): boolean {
  const { subscribers: count = null } = one
  const isIn = (min: number, max: number | null) =>
    count !== null && count >= min && (max === null || count < max)
  const holds = (held: readonly string[], asked: string | string[]) =>
    [asked].flat().some((value) => held.includes(value))
  if (one.isGone) return false
  if (chosen.content_type !== undefined && !holds(one.contentTypes ?? [], chosen.content_type)) return false
  if (chosen.ageGroup !== undefined && !holds(one.audiences ?? [], chosen.ageGroup)) return false
  if (chosen.minSubs !== undefined && !isIn(chosen.minSubs, null)) return false
  if (chosen.maxSubs !== undefined && !isIn(0, chosen.maxSubs)) return false
  if (chosen.subsRanges !== undefined && !chosen.subsRanges.some(([min, max]) => isIn(min, max))) return false
  if (chosen.country !== undefined && ![chosen.country].flat().includes(one.country ?? '')) return false
  if (chosen.language !== undefined && one.language !== chosen.language) return false
  const { lastUploadAt, uploadsCheckedAt } = one
  if (chosen.hideSilentDays !== undefined && lastUploadAt && uploadsCheckedAt) {
    if (uploadsCheckedAt.getTime() - lastUploadAt.getTime() >= chosen.hideSilentDays * 86_400_000)
      return false
  }
  return chosen.hasContact === undefined || one.hasContact === chosen.hasContact
}

/** The first of the four exact stages that a name matches, or null. */
export function stageOf(name: string, typed: string): number | null {
  const { key, words } = queryText(typed)
  const named = searchText(name)
  const nameKey = named.nameKey.replaceAll(' ', '')
  const held = named.words.split(' ')
  if (nameKey === key) return 1
  if (nameKey.startsWith(key)) return 2
  if (words.every((word) => held.includes(word))) return 3
  const isBegun = held.some((word) => word.startsWith(words.at(-1)!))
  return isBegun && words.slice(0, -1).every((word) => held.includes(word)) ? 4 : null
}

/** Fewer exact matches than these are followed by names with typing errors. */
const FEW = 5

/** The ids of the channels that a text finds, best first. */
export function foundByText(world: ReadonlyMap<number, SearchedChannel>, typed: string): number[] {
  const { key, words } = queryText(typed)
  const names = [...world]
    .filter(([, one]) => !one.isGone)
    .toSorted(([a, one], [b, other]) => keyOf(one, 'subscribers') - keyOf(other, 'subscribers') || a - b)
    .map(([id, { name }]) => {
      const { nameKey, words: held } = searchText(name)
      return { id, name, key: nameKey.replaceAll(' ', ''), words: held === '' ? [] : held.split(' ') }
    })
  const exact = names.flatMap(({ id, name }) => {
    const stage = stageOf(name, typed)
    return stage === null ? [] : [{ id, stage }]
  })
  const byStage = (found: { id: number; stage: number }[]) =>
    found.toSorted((a, b) => a.stage - b.stage).map(({ id }) => id)
  if (exact.length >= FEW || words.length === 0) return byStage(exact)

  const known = new Set(names.flatMap(({ words: held }) => held))
  const similar = words.map((word) => [...known].filter((other) => isSlip(word, other)))
  const corrected = new Set(
    words.flatMap((word, at) => similar[at]!.map((other) => key.replaceAll(word, () => other))),
  )
  const groups = words
    .map((word, at) => [
      ...similar[at]!,
      ...[...known].filter((other) => other === word || (isLast(words, at) && other.startsWith(word))),
    ])
    .filter((group) => group.length > 0)
  const isEnough = groups.length >= Math.max(1, Math.floor((words.length + 1) / 2))
  const near = names
    .filter(({ id }) => !exact.some((one) => one.id === id))
    .flatMap((one) => {
      if (corrected.has(one.key)) return [{ id: one.id, stage: 5 }]
      const holdsAll = groups.every((group) => group.some((word) => one.words.includes(word)))
      return isEnough && holdsAll ? [{ id: one.id, stage: 6 }] : []
    })
  return byStage([...exact, ...near])
}

/** The last of several words may be unfinished. */
const isLast = (words: readonly string[], at: number) => words.length > 1 && at === words.length - 1

/** Whether two words differ by one slip: a character missing, extra or wrong, or one in another place. */
export function isSlip(typed: string, word: string): boolean {
  const [a, b] = [[...typed], [...word]]
  if (![a, b].every((letters) => letters.length > 1 && !letters.every((letter) => /[0-9]/.test(letter))))
    return false
  const other = formsOf(b)
  if (!formsOf(a).some((form) => other.includes(form))) return false
  const distance = editDistance(a, b)
  const hasSameLetters =
    a.length === b.length &&
    a.every((letter) => b.includes(letter)) &&
    b.every((letter) => a.includes(letter))
  return distance === 1 || (distance === 2 && hasSameLetters)
}

/** A word, and if it is longer than two characters, the word without each one of them. */
export function formsOf(letters: readonly string[]): string[] {
  const whole = letters.join('')
  return letters.length < 3 ? [whole] : [whole, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))]
}

/** Levenshtein's distance: characters to add, remove or replace. */
function editDistance(a: readonly string[], b: readonly string[]): number {
  let row = b.map((_, at) => at + 1)
  for (const [at, letter] of a.entries()) {
    const next: number[] = []
    for (const [other, found] of b.entries()) {
      const diagonal = other === 0 ? at : row[other - 1]!
      const left = other === 0 ? at + 1 : next[other - 1]!
      next.push(Math.min(diagonal + Number(letter !== found), left + 1, row[other]! + 1))
    }
    row = next
  }
  return row.at(-1) ?? a.length
}
