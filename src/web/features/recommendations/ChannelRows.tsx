import { useOwnedRecords } from '#web/features/reveals/purchase-records.ts'
import { ContactMark, ownershipOf, Subscribers } from '#web/features/search/ChannelFacts.tsx'
import { ChannelList, ChannelRow, ChannelRowSkeletons } from '#web/kit/channel/ChannelRow.tsx'
import { ChannelLink } from '#web/kit/links/ChannelLink.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { describeReasons, type SimilarChannel } from './describe-reasons.ts'

/** Channels in rows, each with the reason; a row leads to the channel's page. */
export function ChannelRows({ channels }: { readonly channels: readonly SimilarChannel[] }) {
  const { recommendations: texts } = useTexts()
  const { language } = useLanguage()
  const { records: owned } = useOwnedRecords(channels.map(({ channelId }) => channelId))
  return (
    <ChannelList>
      {channels.map((channel) => (
        <ChannelRow
          key={channel.channelId}
          channel={channel}
          name={<ChannelLink channel={channel}>{channel.channel_name}</ChannelLink>}
          details={describeReasons(channel.reasons, texts, language)}
          contact={<ContactMark channel={channel} ownership={ownershipOf(owned.get(channel.channelId))} />}
          count={<Subscribers count={channel.subsCount} hasUnit />}
        />
      ))}
    </ChannelList>
  )
}

/** Placeholders of rows, as high as loaded ones. */
export function ChannelRowsSkeleton({ rows }: { readonly rows: number }) {
  const { common } = useTexts()
  return (
    <div role="status" aria-label={common.loading}>
      <ChannelRowSkeletons rows={rows} />
    </div>
  )
}
