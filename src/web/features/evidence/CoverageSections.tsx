import { CONTENT_TYPES, SUBSCRIBER_RANGES } from '#shared/rules/filters.ts'
import { Columns, Section, Stack } from '#web/kit/components/layout.tsx'
import { formatShare } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { BarTable } from './BarTable.tsx'
import { AgeSection } from './TimeSections.tsx'
import type { Trust } from './use-trust.ts'

/** How many channels of a kind have a contact on sale, and how old contacts are. @param statistics null while they load */
export function CoverageSections({ statistics }: { readonly statistics: Trust | null }) {
  const { trust, labels } = useTexts()
  const { language } = useLanguage()
  const texts = trust.coverage
  const coverage = statistics?.coverage
  const row = (name: string, share: number | null) => ({
    name,
    bars: share === null ? [] : [{ share, written: formatShare(share, language) }],
  })
  return (
    <Columns min={26} gap={6}>
      <Section title={texts.contentTypes}>
        <BarTable
          caption={texts.caption}
          heads={[texts.contentType, texts.share]}
          expected={CONTENT_TYPES.length}
          whole={1}
          rows={
            coverage?.contentTypes.map(({ contentType, share }) =>
              row(labels.contentTypes[contentType], share),
            ) ?? null
          }
        />
      </Section>
      <Stack gap={6}>
        <Section title={texts.sizes}>
          <BarTable
            caption={texts.caption}
            heads={[texts.size, texts.share]}
            expected={SUBSCRIBER_RANGES.length}
            whole={1}
            rows={coverage?.sizes.map(({ size, share }) => row(labels.ranges[size], share)) ?? null}
          />
        </Section>
        <AgeSection statistics={statistics} />
      </Stack>
    </Columns>
  )
}
