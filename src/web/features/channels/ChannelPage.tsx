import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { Queries } from '#web/kit/api/queries.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { Columns, PageScaffold, Screenful } from '#web/kit/components/layout.tsx'
import { LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { ChannelCard } from './ChannelCard.tsx'
import { GoneChannel } from './GoneChannel.tsx'
import { LatestVideos } from './LatestVideos.tsx'
import { SubscribersSection } from './SubscribersSection.tsx'
import { UploadsSection } from './UploadsSection.tsx'
import { useChannel } from './use-channel.ts'

const SimilarChannels = lazy(async () => ({
  default: (await import('#web/features/recommendations/SimilarChannels.tsx')).SimilarChannels,
}))

/** The page of a channel: what a buyer needs in order to choose it. */
export function ChannelPage() {
  const { id = '' } = useParams()
  return (
    <Queries>
      <ChannelScreen channelId={id} />
    </Queries>
  )
}

function ChannelScreen({ channelId }: { readonly channelId: string }) {
  const { channels } = useTexts()
  const { data: facts = null, callError, refetch } = useChannel(channelId)
  const { status } = useSession()
  if (callError?.code === 'not_found') return <GoneChannel />
  if (facts === null && callError !== null) {
    return (
      <PageScaffold kind="list" title={channels.title}>
        <PageHead title={channels.title} page="channel" />
        <LoadFailure
          code={callError.code}
          title={channels.failed}
          text={channels.failedText}
          onRetry={() => void refetch()}
        />
      </PageScaffold>
    )
  }
  // A person's card has more than a visitor's, and would grow.
  const shown = status === 'restoring' ? null : facts
  return (
    <PageScaffold kind="list">
      <PageHead title={facts?.channel.channel_name ?? channels.title} page="channel" />
      <ChannelCard facts={shown} />
      {shown === null ? (
        // Their headings come once the card above has its height.
        <Screenful key="placeholders">
          <Columns min={26} gap={6}>
            <Skeleton height="24rem" />
            <Skeleton height="24rem" />
          </Columns>
        </Screenful>
      ) : (
        <>
          <Columns min={26} gap={6}>
            <SubscribersSection channel={shown.channel} history={shown.history} />
            <UploadsSection
              uploads={shown.uploads}
              listedSince={shown.uploadsListedSince}
              readAt={shown.uploadsReadAt}
            />
          </Columns>
          <LatestVideos channelId={channelId} />
          <Suspense fallback={<Skeleton height="40rem" />}>
            <SimilarChannels channelId={channelId} />
          </Suspense>
        </>
      )}
    </PageScaffold>
  )
}
