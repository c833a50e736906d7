import { useQuery } from '@tanstack/react-query'
import type { BodyGiven, DataOf } from '#shared/api/contract.ts'
import { parseInactiveDays, SUBSCRIBER_RANGES } from '#shared/rules/filters.ts'
import { NEW_MAX } from '#shared/rules/saved-searches.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { call } from '#web/kit/api/call.ts'
import { forgetOnLogout, queryClient } from '#web/kit/api/queries.tsx'
import { isLeaving, useSession } from '#web/kit/api/session.ts'
import { useStore } from '#web/kit/stores/store.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { areSameFilters } from './filters.ts'
import type { RecentSearch } from './recent-searches.ts'
import { boundsOf, type Filters, rangeOf } from './search-address.ts'

export type SavedSearch = DataOf<'GET /searches'>[number]

const KEY = 'saved-searches'
forgetOnLogout(KEY)

/** The saved searches; undefined until they are known, or for visitors. */
export function useSavedSearches() {
  const { status } = useSession()
  const leaves = useStore(isLeaving)
  return useQuery(
    {
      queryKey: [KEY],
      queryFn: async ({ signal }) => (await call('GET /searches', { signal, handles: 'all' })).data,
      enabled: status === 'in' && !leaves,
    },
    queryClient,
  )
}

export function refreshSaved(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [KEY] })
}

/** What is new was opened, and is new no more. */
export function noteOpened(): void {
  void refreshSaved()
}

/** Filters as the API takes them. */
export function filterBody({
  types,
  audiences,
  ranges,
  inactivity,
  countries,
  languages,
  contact,
}: Filters): Pick<
  BodyGiven<'POST /searches'>,
  'content_type' | 'ageGroup' | 'subsRanges' | 'hideSilentDays' | 'country' | 'language' | 'hasContact'
> {
  return {
    content_type: types.length === 0 ? null : [...types],
    ageGroup: audiences.length === 0 ? null : [...audiences],
    subsRanges: ranges.length === 0 ? null : ranges.map(boundsOf),
    hideSilentDays: parseInactiveDays(inactivity[0] ?? ''),
    country: countries.length === 0 ? null : [...countries],
    language: languages[0] ?? null,
    hasContact: contact.length > 0 ? true : null,
  }
}

/** A saved search as this page makes it: what only other programs ask for (`minSubs`) becomes a range. */
export function savedAs({ query }: SavedSearch): RecentSearch {
  const { minSubs, maxSubs, subsRanges } = query
  const isBounded = minSubs !== null || maxSubs !== null
  const ranges = subsRanges ?? (isBounded ? [[minSubs ?? 0, maxSubs] as const] : [])
  return {
    text: query.text ?? '',
    types: query.content_type ?? [],
    audiences: query.ageGroup ?? [],
    ranges: ranges.flatMap(([min, max]) => {
      const offered = SUBSCRIBER_RANGES.find((range) => range.min === min && range.max === max)
      return offered?.label ?? rangeOf(min, max) ?? []
    }),
    inactivity: query.hideSilentDays === null ? [] : [`${query.hideSilentDays}`],
    countries: query.country ?? [],
    languages: query.language === null ? [] : [query.language],
    contact: query.hasContact === true ? ['with'] : [],
  }
}

/** Whether a search is the saved one. */
export function isSavedAs(search: RecentSearch, saved: SavedSearch): boolean {
  const other = savedAs(saved)
  return search.text === other.text && areSameFilters(search, other)
}

/** A number of new channels, which are counted up to a limit. */
export function newWritten(count: number, language: Language): string {
  return `${formatNumber(count, language)}${count >= NEW_MAX ? '+' : ''}`
}
