import { type Filters, isEmptySearch, noFilters, type Search } from './search-address.ts'
import { useState } from 'react'
import { useSession } from '#web/kit/api/session.ts'

export type FilterKind = keyof Filters
export type FilterValue<K extends FilterKind> = Filters[K][number]

/** A chosen filter, as shown by a chip. */
export interface ChosenFilter {
  readonly kind: FilterKind
  readonly value: string
  /** Unique among all filters. */
  readonly key: string
}

/** Replaces the chosen values of a kind with one; choosing a chosen value removes it. */
export function chooseOne<K extends FilterKind>(filters: Filters, kind: K, value: FilterValue<K>): Filters {
  return isChosen(filters, kind, value) ? without(filters, kind, value) : { ...filters, [kind]: [value] }
}

/** Kinds of which only one value is kept: the shortest inactivity includes the others, and the API takes one of the rest. */
const SINGLE: readonly FilterKind[] = ['inactivity', 'languages', 'contact']

/** Toggles a value among those chosen of its kind. */
export function chooseSeveral<K extends FilterKind>(
  filters: Filters,
  kind: K,
  value: FilterValue<K>,
): Filters {
  return SINGLE.includes(kind) || isChosen(filters, kind, value)
    ? chooseOne(filters, kind, value)
    : { ...filters, [kind]: [...filters[kind], value] }
}

/** The same filters without one value. */
export function without(filters: Filters, kind: FilterKind, value: string): Filters {
  return { ...filters, [kind]: filters[kind].filter((other) => other !== value) }
}

/** Every chosen value, grouped by kind. */
export function listFilters(filters: Filters): ChosenFilter[] {
  return KINDS.flatMap((kind) => filters[kind].map((value) => ({ kind, value, key: `${kind} ${value}` })))
}

const KINDS = Object.keys(noFilters('')) as FilterKind[]

/** The filters that chips show: all of them, except that a default alone is no search. */
export function shownFilters(filters: Filters, text: string): ChosenFilter[] {
  return isEmptySearch({ ...filters, text }) ? [] : listFilters(filters)
}

/** Whether both choose the same values, in any order. */
export function areSameFilters(one: Filters, other: Filters): boolean {
  const keys = (filters: Filters) =>
    listFilters(filters)
      .map(({ key }) => key)
      .toSorted()
      .join('\n')
  return keys(one) === keys(other)
}

/**
 * The choice not yet fetched, after the search changed. Another text changes at most the default contact, and leaves the
 * rest of the choice; Back, Forward and recent searches replace all of it.
 */
export function nextDraft(draft: Filters, before: Filters, now: Filters): Filters {
  const { contact } = now
  return areSameFilters({ ...before, contact }, now) ? { ...draft, contact } : now
}

function isChosen(filters: Filters, kind: FilterKind, value: string): boolean {
  return filters[kind].some((chosen) => chosen === value)
}

/** The choice of filters on the search screen. */
export interface FilterChoice {
  /** The chosen filters, fetched or not. */
  readonly chosen: Filters
  readonly isSeveral: boolean
  readonly isSeveralAllowed: boolean
  readonly hasChanges: boolean
  readonly setSeveral: (isSeveral: boolean) => void
  readonly toggle: <K extends FilterKind>(kind: K, value: FilterValue<K>) => void
  /** Chooses one value of a kind; '' chooses none. @param isStep replaces the search instead of starting another */
  readonly setOnly: (kind: 'languages', value: string, isStep: boolean) => void
  readonly remove: (kind: FilterKind, value: string) => void
  readonly reset: () => void
  readonly show: () => void
}

/**
 * The choice of filters. A press fetches immediately; a logged-in person can choose several first and then show the
 * results.
 * @param onFetch starts a search with these filters, or puts it in the place of the current one
 */
export function useFilterChoice(
  search: Search,
  onFetch: (filters: Filters, isStep?: boolean) => void,
): FilterChoice {
  const isSeveralAllowed = useSession().status === 'in'
  const [draft, setDraft] = useState<Filters | null>(null)
  const [known, setKnown] = useState<Filters>(search)
  // The choice continues from filters that changed elsewhere.
  if (!areSameFilters(known, search)) {
    setKnown(search)
    if (draft !== null) setDraft(nextDraft(draft, known, filtersOf(search)))
  }
  const isSeveral = isSeveralAllowed && draft !== null
  const applied = filtersOf(search)
  const chosen = isSeveral ? draft : applied
  const isNone = (filters: Filters) => isEmptySearch({ ...filters, text: search.text })
  const change: typeof onFetch = isSeveral ? setDraft : onFetch
  return {
    chosen,
    isSeveral,
    isSeveralAllowed,
    // A default alone is no search: taking it off changes nothing yet.
    hasChanges: !areSameFilters(chosen, applied) && !(isNone(chosen) && isNone(applied)),
    setSeveral: (wanted) => setDraft(wanted ? applied : null),
    toggle: (kind, value) =>
      change(
        // A list that is typed into takes several at once.
        isSeveral || kind === 'countries'
          ? chooseSeveral(chosen, kind, value)
          : chooseOne(chosen, kind, value),
      ),
    setOnly: (kind, value, isStep) => change({ ...chosen, [kind]: value === '' ? [] : [value] }, isStep),
    remove: (kind, value) => change(without(chosen, kind, value)),
    reset: () => {
      const none = noFilters(search.text, search.by)
      if (isSeveral) setDraft(none)
      if (!areSameFilters(applied, none)) onFetch(none)
    },
    show: () => onFetch(chosen),
  }
}

/** The filters of a search alone. */
export function filtersOf(search: Search): Filters {
  const { types, audiences, ranges, inactivity, countries, languages, contact } = search
  return { types, audiences, ranges, inactivity, countries, languages, contact }
}
