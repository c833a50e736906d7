import { useState } from 'react'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { Queries } from '#web/kit/api/queries.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { LogInPrompt } from '#web/features/accounts/LogInPrompt.tsx'
import { Heading, PageScaffold } from '#web/kit/components/layout.tsx'
import { useSearchParams } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { IN_PLACE } from '#web/kit/links/location-state.ts'
import { type Purchases, usePurchases } from '#web/features/reveals/use-purchases.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { EmptyState, LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { usePreparedToasts } from '#web/kit/toasts/toasts.tsx'
import { FollowedVideos } from './FollowedVideos.tsx'
import { VideoSearch } from './VideoSearch.tsx'
import { Thumbnail } from '#web/kit/channel/Thumbnail.tsx'
import styles from './PromotionPage.module.css'

/** Statistics of the videos of channels that a person bought. */
export function PromotionPage() {
  const { statistics } = useTexts()
  const { status } = useSession()
  return (
    <Queries>
      <PageHead title={statistics.title} description={statistics.description} page="promotion" />
      <PageScaffold kind="list" title={statistics.title}>
        {status === 'restoring' && <ChannelSkeletons />}
        {status === 'out' && <LogInPrompt text={statistics.visitorText} />}
        {status === 'in' && <PromotionView />}
      </PageScaffold>
    </Queries>
  )
}

/** The channels, the video search of the chosen one, and the followed videos. The URL holds the choice. */
function PromotionView() {
  const { statistics: texts, common } = useTexts()
  const purchases = usePurchases({ isAllWanted: false })
  const [parameters, setParameters] = useSearchParams()
  usePreparedToasts()
  const { records, error } = purchases
  const chosenId = parameters.get('channel')
  const chosen = records.find(({ channelId }) => channelId === chosenId) ?? null
  const [pressed, setPressed] = useState<string | null>(null)
  const choose = (channelId: string) => {
    setPressed(channelId)
    setParameters((old) => ({ ...Object.fromEntries(old), channel: channelId }), {
      replace: true,
      state: IN_PLACE,
    })
  }
  if (records.length === 0 && error === null) {
    return (
      <EmptyState drawing="chart" title={texts.emptyTitle} text={texts.emptyText}>
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
      {chosen !== null && (
        <VideoSearch key={chosen.channelId} channel={chosen} isPressed={chosen.channelId === pressed} />
      )}
      <FollowedVideos />
    </>
  )
}

interface ChannelPickerProps {
  readonly purchases: Purchases
  readonly chosenId: string | null
  readonly onChoose: (channelId: string) => void
}

/** The bought channels as cards; one is chosen. */
function ChannelPicker({ purchases, chosenId, onChoose }: ChannelPickerProps) {
  const { statistics: texts } = useTexts()
  const { records, hasMore, isLoadingMore, loadMore } = purchases
  if (records.length === 0) return null
  return (
    <section aria-label={texts.channels}>
      <Heading>{texts.channels}</Heading>
      <p className={styles.hint}>{texts.chooseChannel}</p>
      <ul className={styles.channels}>
        {records.map(({ transaction_id: id, channelId, channel_name: name, thumbnail }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.channel}
              aria-pressed={channelId === chosenId}
              onClick={() => onChoose(channelId)}
            >
              <Thumbnail src={thumbnail} name={name} size="small" />
              <span className={styles.name}>{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button look="quiet" isBusy={isLoadingMore} onClick={loadMore}>
          {texts.moreChannels}
        </Button>
      )}
    </section>
  )
}

const CARDS = ['first', 'second', 'third', 'fourth']

/** Placeholders of channels that are loading. */
function ChannelSkeletons() {
  const { common } = useTexts()
  return (
    <div role="status" aria-label={common.loading}>
      <div className={styles.channels}>
        {CARDS.map((card) => (
          <div key={card} className={styles.channel}>
            <Skeleton width="2.75rem" height="2.75rem" />
            <Skeleton width="60%" />
          </div>
        ))}
      </div>
    </div>
  )
}
