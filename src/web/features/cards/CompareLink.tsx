import { PATHS } from '#shared/paths.ts'
import { ButtonLink, Button } from '#web/kit/components/Button.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** As many channels stand side by side. */
export const COMPARED_MAX = 6

/** Leads to the comparison of two or more channels, as many as stand side by side. */
export function CompareLink({ channelIds }: { readonly channelIds: readonly string[] }) {
  const { cards: texts, search } = useTexts()
  if (channelIds.length < 2 || channelIds.length > COMPARED_MAX) {
    return (
      <Button size="small" disabled title={texts.compareLimits}>
        {search.compareChosen}
      </Button>
    )
  }
  return (
    <ButtonLink
      size="small"
      to={{ pathname: PATHS.compare, search: `?${new URLSearchParams({ channels: channelIds.join(',') })}` }}
    >
      {search.compareChosen}
    </ButtonLink>
  )
}
