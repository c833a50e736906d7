import { useSearchParams } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { usePurchases } from '#web/features/reveals/use-purchases.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { EmptyState, LoadFailure } from '#web/kit/components/states.tsx'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { ChannelPicker } from './ChannelPicker.tsx'
import { FollowedVideos } from './FollowedVideos.tsx'
import { VideoSearch } from './VideoSearch.tsx'

/** The channels, the video search of the chosen one, and the followed videos. The URL holds the choice. */
export function PromotionView() {
  const { statistics: texts, common } = useTexts()
  const purchases = usePurchases({ isAllWanted: false })
  const [parameters, setParameters] = useSearchParams()
  usePreparedToasts()
  const { records, error } = purchases
  const chosenId = parameters.get('channel')
  const chosen = records.find(({ channelId }) => channelId === chosenId) ?? null
  const choose = (channelId: string) =>
    setParameters((old) => ({ ...Object.fromEntries(old), channel: channelId }), {
      replace: true,
      preventScrollReset: true,
    })
  if (records.length === 0 && error === null) {
    return (
      <EmptyState icon="search" title={texts.emptyTitle} text={texts.emptyText}>
        <ButtonLink look="ink" to={PATHS.search}>
          {common.toSearch}
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      {error !== null && (
        <LoadFailure
          code={error.code}
          title={texts.errorTitle}
          text={texts.errorText}
          onRetry={purchases.retry}
        />
      )}
      <ChannelPicker purchases={purchases} chosenId={chosenId} onChoose={choose} />
      {chosen !== null && <VideoSearch key={chosen.channelId} channel={chosen} />}
      <FollowedVideos />
    </>
  )
}
