import { lazy, Suspense } from 'react'
import { Note, Section, Stack } from '#web/kit/components/layout.tsx'
import { EmptyState, Skeleton } from '#web/kit/components/states.tsx'
import { formatFullDay } from '#web/features/statistics/formats.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import type { Channel, ChannelFacts } from './use-channel.ts'

// With the libraries that draw it; most of the page can be read before.
const StatisticsChart = lazy(async () => ({
  default: (await import('#web/features/statistics/StatisticsChart.tsx')).StatisticsChart<'subscribers'>,
}))

interface SubscribersSectionProps extends Pick<ChannelFacts, 'history'> {
  readonly channel: Channel
}

/** The numbers of subscribers that were kept, by day. Only the platform's own: nothing is worked out from them. */
export function SubscribersSection({ channel, history }: SubscribersSectionProps) {
  const texts = useTexts().channels.history
  const { language } = useLanguage()
  const [first] = history
  return (
    <Section title={texts.title}>
      {first === undefined ? (
        <EmptyState drawing="chart" isSmall title={texts.none} text={texts.noneText} />
      ) : history.length === 1 ? (
        <EmptyState
          drawing="chart"
          isSmall
          title={texts.first(formatFullDay(first.date, language))}
          text={texts.noneText}
        />
      ) : (
        <Stack gap={4}>
          <Suspense fallback={<Skeleton height="300px" />}>
            <StatisticsChart
              series={[{ id: channel.channelId, title: channel.channel_name, points: history }]}
              counter="subscribers"
              label={(from, to) => texts.chartOf(channel.channel_name, from, to)}
              isSparse
            />
          </Suspense>
          <Note>{texts.sparse}</Note>
        </Stack>
      )}
    </Section>
  )
}
