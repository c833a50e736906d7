import { Box, Line } from '#web/kit/components/layout.tsx'
import { inOtherLayout, isNamedIn } from '#shared/rules/keyboard-layout.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import type { Search } from './search-address.ts'
import { type Results, useIsFound } from './use-results.ts'

/** The maximum number of matches with which a text may have been typed in the wrong keyboard layout. */
const LITTLE = 3

interface OtherLayoutProps {
  readonly search: Search
  readonly results: Results
  readonly onSearch: (text: string) => void
}

/**
 * When a text finds little, offers what its keys write in the other layout, if that finds something. Only then is it asked
 * for, so that other searches cost the server nothing more.
 */
export function OtherLayout({ search, results, onSearch }: OtherLayoutProps) {
  const { search: texts } = useTexts()
  const { state, channels, hasMore } = results
  const isLittle = search.text !== '' && state === 'ready' && channels.length <= LITTLE && !hasMore
  const names = channels.map(({ channel_name }) => channel_name)
  const meant = isLittle && !isNamedIn(search.text, names) ? inOtherLayout(search.text) : null
  const isFound = useIsFound(meant === null ? null : { ...search, text: meant })
  return (
    <div role="status">
      {meant !== null && isFound && (
        <Box>
          <Line gap={4} isSpread>
            <span>{texts.otherLayout}</span>
            <Button look="ink" icon="search" onClick={() => onSearch(meant)}>
              {texts.searchInstead(meant)}
            </Button>
          </Line>
        </Box>
      )}
    </div>
  )
}
