import { PATHS } from '#shared/paths.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** As many channels stand side by side. */
export const COMPARED_MAX = 6

/** The address of the comparison of channels; null for fewer than two, or more than stand side by side. */
export function comparePath(channelIds: readonly string[]): string | null {
  if (channelIds.length < 2 || channelIds.length > COMPARED_MAX) return null
  return `${PATHS.compare}?${new URLSearchParams({ channels: channelIds.join(',') })}`
}

/** Leads to the comparison of channels, if they can be compared. */
export function CompareLink({ channelIds }: { readonly channelIds: readonly string[] }) {
  const { search } = useTexts()
  const path = comparePath(channelIds)
  return (
    path !== null && (
      <ButtonLink size="small" to={path}>
        {search.compareChosen}
      </ButtonLink>
    )
  )
}
