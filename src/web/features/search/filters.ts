import { type Filters, NO_FILTERS } from './search-address.ts'

export type FilterKind = keyof Filters
export type FilterValue<K extends FilterKind> = Filters[K][number]

/** A chosen filter, as a chip shows it. */
export interface ChosenFilter {
  readonly kind: FilterKind
  readonly value: string
  /** Unique among all filters. */
  readonly key: string
}

/** Chooses one value of a kind in place of the others; a chosen one is taken back. */
export function chooseOne<K extends FilterKind>(filters: Filters, kind: K, value: FilterValue<K>): Filters {
  return isChosen(filters, kind, value) ? without(filters, kind, value) : { ...filters, [kind]: [value] }
}

/** Adds a value to those chosen of its kind, or takes it back. Of inactivity the shortest says all, so there is one. */
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

/** Every chosen value, kind by kind. */
export function listFilters(filters: Filters): ChosenFilter[] {
  return (Object.keys(NO_FILTERS) as FilterKind[]).flatMap((kind) =>
    filters[kind].map((value) => ({ kind, value, key: `${kind} ${value}` })),
  )
}

/** Whether both choose the same, in whatever order. */
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
