import { type Filters, NO_FILTERS } from './search-address.ts'

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

/** Toggles a value among those chosen of its kind. For inactivity the shortest includes the others, so only one is kept. */
export function chooseSeveral<K extends FilterKind>(
  filters: Filters,
  kind: K,
  value: FilterValue<K>,
): Filters {
  return kind === 'inactivity' || isChosen(filters, kind, value)
    ? chooseOne(filters, kind, value)
    : { ...filters, [kind]: [...filters[kind], value] }
}

/** The same filters without one value. */
export function without(filters: Filters, kind: FilterKind, value: string): Filters {
  return { ...filters, [kind]: filters[kind].filter((other) => other !== value) }
}

/** Every chosen value, grouped by kind. */
export function listFilters(filters: Filters): ChosenFilter[] {
  return (Object.keys(NO_FILTERS) as FilterKind[]).flatMap((kind) =>
    filters[kind].map((value) => ({ kind, value, key: `${kind} ${value}` })),
  )
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

function isChosen(filters: Filters, kind: FilterKind, value: string): boolean {
  return filters[kind].some((chosen) => chosen === value)
}
