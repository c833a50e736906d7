import { Box, Line } from '#web/kit/components/layout.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { originIn } from './countries.ts'
import { type Group, type Search, withText } from './search-address.ts'
import { useFilterText } from './use-filter-text.ts'
import { isNamedSo } from './use-groups.ts'
import { type Results, useIsFound } from './use-results.ts'

interface OriginOfferProps {
  readonly search: Search
  readonly results: Results
  readonly onStart: (change: Partial<Search>) => void
}

/** Offers the country or language that the text names as a filter, when no channel is called so and the filter finds something. */
export function OriginOffer({ search, results, onStart }: OriginOfferProps) {
  const { search: texts } = useTexts()
  const textOf = useFilterText()
  const { state, channels } = results
  const origin = originIn(search.text)
  // Asked for at once, so that the offer comes with the results.
  const meant = (by: Group) =>
    origin === null ? null : { ...withText(search, origin.rest, by), [origin.kind]: [origin.value] }
  const isNamed = useIsFound(meant('name'))
  const isTopic = useIsFound(meant('topic'), 'topic')
  const isOpen = state === 'ready' && !isNamedSo(search.text, channels)
  const name = origin === null ? '' : textOf({ ...origin, key: origin.value })
  return (
    <div role="status">
      {origin !== null && isOpen && (isNamed || isTopic) && (
        <Box>
          <Line gap={4} isSpread>
            <span>{texts.originOffer(origin.rest)}</span>
            <Button
              size="small"
              icon="plus"
              aria-label={texts.searchWith(origin.rest, name)}
              onClick={() =>
                onStart({ text: origin.rest, [origin.kind]: [origin.value], by: isNamed ? null : 'topic' })
              }
            >
              {name}
            </Button>
          </Line>
        </Box>
      )}
    </div>
  )
}
