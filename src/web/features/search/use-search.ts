import { startTransition, useLayoutEffect, useMemo, useOptimistic } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useIsHydrated } from '#web/kit/texts/hydration.tsx'
import { IN_PLACE, OVER_PAGE, useIsOverPage } from '#web/kit/links/location-state.ts'
import { browserSeed } from './mix-seed.ts'
import { isEmptySearch, isPanelCalled, readSearch, type Search, withText } from './search-address.ts'
import { writeSearch } from './write-search.ts'

interface SearchInAddress {
  readonly search: Search
  /** Another page led here to choose filters. */
  readonly isPanelCalled: boolean
  /** Starts another search: results start from the top, and Back returns to this one, unless the other replaces it. */
  readonly start: (change: Partial<Search>, replaces?: boolean) => void
  /** Changes the view of the same search; the URL follows without a history entry. */
  readonly refine: (change: Partial<Search>) => void
  /** Opens a channel's card over the results, in a step of its own, which Back undoes; null closes it. */
  readonly openCard: (channel: string | null) => void
}

/** The search in the page's URL, and how to change it. */
export function useSearch(): SearchInAddress {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isHydrated = useIsHydrated()
  const isOverPage = useIsOverPage()
  // The served HTML was built without a query string.
  const arrived = useMemo(() => readSearch(isHydrated ? params : new URLSearchParams()), [isHydrated, params])
  // The URL follows in a transition, which may wait for an earlier one; the search itself changes and fetches immediately.
  const [search, setAsked] = useOptimistic(arrived)
  useLayoutEffect(() => {
    if (isHydrated) delete document.documentElement.dataset['asked']
  }, [isHydrated])
  const go = (next: Search, replace: boolean) =>
    void navigate({ search: writeSearch(next) }, { replace, state: IN_PLACE })
  const refine = (change: Partial<Search>) => go(withSeed({ ...search, ...change }), true)
  return {
    search,
    isPanelCalled: isHydrated && isPanelCalled(params),
    start: (change, replaces = false) => {
      const kept = change.text === undefined ? search : withText(search, change.text, change.by)
      const next = withSeed({ ...kept, pages: 1, channel: null, fresh: null, ...change })
      startTransition(() => {
        setAsked(readSearch(new URLSearchParams(writeSearch(next))))
        go(next, replaces || (isEmptySearch(search) && isEmptySearch(next)))
      })
    },
    refine,
    openCard: (channel) => {
      if (channel !== null) {
        const opened = writeSearch(withSeed({ ...search, channel }))
        void navigate({ search: opened }, { state: OVER_PAGE })
      } else if (isOverPage) void navigate(-1)
      else refine({ channel })
    },
  }
}

/** With the seed in the address, somebody who is sent it sees the same order. */
function withSeed(search: Search): Search {
  const isOrdered = isEmptySearch(search) || search.fresh !== null
  return { ...search, seed: isOrdered ? null : (search.seed ?? browserSeed()) }
}
