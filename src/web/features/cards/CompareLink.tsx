import { PATHS } from '#shared/paths.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** As many channels stand side by side. */
export const COMPARED_MAX = 6

/** Leads to the comparison of two channels or more, as many as stand side by side. */
export function CompareLink({ channelIds }: { readonly channelIds: readonly string[] }) {
  const { search } = useTexts()
  if (channelIds.length < 2 || channelIds.length > COMPARED_MAX) return null
  return (
    <ButtonLink
      size="small"
      to={`${PATHS.compare}?${new URLSearchParams({ channels: channelIds.join(',') })}`}
    >
      {search.compareChosen}
    </ButtonLink>
  )
}
