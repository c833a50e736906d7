import type { Group, Search } from './search-address.ts'
import { type Results, useResults } from './use-results.ts'

/** The results of a search; of a text, in two groups. */
export interface Groups {
  /** The results that are shown. */
  readonly shown: Results
  /** Both groups; null without a text. */
  readonly of: Readonly<Record<Group, Results>> | null
  /** The group that is looked at has nothing, so the other one is shown. */
  readonly isInstead: boolean
}

/**
 * Follows both groups of a search: the one that is looked at is asked first, and the other one when that has answered. When
 * only the other one finds something, it is shown.
 */
export function useGroups(search: Search): Groups {
  const looked = useResults(search)
  const isNothing = looked.state === 'ready' && looked.channels.length === 0 && !looked.hasMore
  const other = useResults(
    { ...search, by: search.by === 'name' ? 'topic' : 'name', pages: isNothing ? search.pages : 1 },
    { isWanted: search.text !== '' && looked.state === 'ready', isAside: true },
  )
  if (search.text === '') return { shown: looked, of: null, isInstead: false }
  const of = search.by === 'name' ? { name: looked, topic: other } : { name: other, topic: looked }
  const isInstead = isNothing && other.state === 'ready' && other.channels.length > 0
  if (isInstead) return { shown: other, of, isInstead }
  // Whether nothing was found is not known yet.
  const isOpen = isNothing && (other.state === 'loading' || other.state === 'old')
  return { shown: isOpen ? { ...looked, state: 'loading' } : looked, of, isInstead }
}
