import { useState } from 'react'
import { useSession } from '#web/kit/api/session.ts'
import {
  areSameFilters,
  chooseOne,
  chooseSeveral,
  type FilterKind,
  type FilterValue,
  without,
} from './filters.ts'
import { type Filters, NO_FILTERS, type Search } from './search-address.ts'

interface FilterChoice {
  /** The chosen filters, fetched or not. */
  readonly chosen: Filters
  readonly isSeveral: boolean
  readonly isSeveralAllowed: boolean
  readonly hasChanges: boolean
  readonly setSeveral: (isSeveral: boolean) => void
  readonly toggle: <K extends FilterKind>(kind: K, value: FilterValue<K>) => void
  readonly remove: (kind: FilterKind, value: string) => void
  readonly reset: () => void
  readonly show: () => void
}

/**
 * The choice of filters. A press fetches immediately; a logged-in person can choose several first and then show the
 * results.
 * @param onFetch starts a search with these filters
 */
export function useFilterChoice(search: Search, onFetch: (filters: Filters) => void): FilterChoice {
  const isSeveralAllowed = useSession().status === 'in'
  const [draft, setDraft] = useState<Filters | null>(null)
  const [known, setKnown] = useState<Filters>(search)
  // Back, Forward and recent searches change the filters: the choice continues from them.
  if (!areSameFilters(known, search)) {
    setKnown(search)
    if (draft !== null) setDraft(filtersOf(search))
  }
  const isSeveral = isSeveralAllowed && draft !== null
  const applied = filtersOf(search)
  const chosen = isSeveral ? draft : applied
  const change = isSeveral ? setDraft : onFetch
  return {
    chosen,
    isSeveral,
    isSeveralAllowed,
    hasChanges: !areSameFilters(chosen, applied),
    setSeveral: (wanted) => setDraft(wanted ? applied : null),
    toggle: (kind, value) =>
      change(isSeveral ? chooseSeveral(chosen, kind, value) : chooseOne(chosen, kind, value)),
    remove: (kind, value) => change(without(chosen, kind, value)),
    reset: () => {
      if (isSeveral) setDraft(NO_FILTERS)
      if (!areSameFilters(applied, NO_FILTERS)) onFetch(NO_FILTERS)
    },
    show: () => onFetch(chosen),
  }
}

function filtersOf({ types, audiences, ranges, inactivity }: Search): Filters {
  return { types, audiences, ranges, inactivity }
}
