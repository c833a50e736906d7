import { Facts } from '#web/kit/components/lists.tsx'
import { Box, Note, Stack } from '#web/kit/components/layout.tsx'
import { formatDecimal, formatNumber, formatRange } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import type { ChannelVideos } from './use-channel.ts'

/** Figures that Channelbook works out, apart from the platform's, with the method; only where they may be shown. */
export function Calculated({ metrics }: { readonly metrics: NonNullable<ChannelVideos['calculated']> }) {
  const { channels, search } = useTexts()
  const texts = channels.calculated
  const { language } = useLanguage()
  const { medianViews, usualViews, engagementPer1000, videos } = metrics
  const written = (value: number | null, format: typeof formatNumber) =>
    value === null ? search.unknown : format(value, language)
  return (
    <section aria-label={texts.title}>
      <Box isDashed>
        <Stack gap={3}>
          <h3>{texts.title}</h3>
          <Facts
            look="amounts"
            facts={[
              ...(usualViews === null
                ? []
                : [[texts.usualViews, formatRange(usualViews.from, usualViews.to, language)] as const]),
              [texts.medianViews, written(medianViews, formatNumber)],
              [texts.engagement, written(engagementPer1000, formatDecimal)],
            ]}
          />
          <Note>{texts.method(videos, formatNumber(videos, language))}</Note>
        </Stack>
      </Box>
    </section>
  )
}
