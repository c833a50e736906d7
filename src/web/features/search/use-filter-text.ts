import { AUDIENCES, parseAudience, parseContentType, parseInactiveDays } from '#shared/rules/filters.ts'
import { formatCompact } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useOriginNames } from './countries.ts'
import type { ChosenFilter } from './filters.ts'
import { boundsOf, isOffered, parseRange, type Range } from './search-address.ts'

/** A filter's name in the page's language. */
export function useFilterText(): (filter: ChosenFilter) => string {
  const { search } = useTexts()
  const names = useOriginNames()
  const { language } = useLanguage()
  const rangeText = (range: Range) => {
    if (isOffered(range)) return search.ranges[range]
    const [min, max] = boundsOf(range)
    return search.fromTo(formatCompact(min, language), max === null ? null : formatCompact(max, language))
  }
  return ({ kind, value }) => {
    if (kind === 'contact') return value === 'any' ? search.anyContact : search.withContact
    if (kind === 'countries') return names.country(value) ?? value
    if (kind === 'languages') return names.language(value) ?? value
    const type = kind === 'types' ? parseContentType(value) : null
    const audience = kind === 'audiences' ? parseAudience(value) : null
    const range = kind === 'ranges' ? parseRange(value) : null
    const inactivity = kind === 'inactivity' ? parseInactiveDays(value) : null
    if (type !== null) return search.contentTypes[type]
    if (inactivity !== null) return search.uploadedWithinDays(inactivity)
    if (range !== null) return rangeText(range)
    return audience === null ? value : search.audiences[audience]
  }
}

/** The names of the values in an answer, joined by commas, in the page's language; null when there are none. */
export function useValueNames(): {
  types: (joined: string) => string | null
  audiences: (joined: string) => string | null
} {
  const { search } = useTexts()
  const name = (joined: string, nameOf: (value: string) => string) =>
    joined === ''
      ? null
      : joined
          .split(',')
          .map((value) => nameOf(value.trim()))
          .join(', ')
  return {
    types: (joined) =>
      name(joined, (value) => {
        const type = parseContentType(value)
        return type === null ? value : search.contentTypes[type]
      }),
    audiences: (joined) => {
      if (joined.split(',').length === AUDIENCES.length) return search.allAges
      return name(joined, (value) => {
        const audience = parseAudience(value)
        return audience === null ? value : search.audiences[audience]
      })
    },
  }
}
