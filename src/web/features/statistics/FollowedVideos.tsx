import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useAction } from '#web/kit/actions/use-action.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { UndoNotice } from '#web/kit/toasts/UndoNotice.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { EmptyState } from '#web/kit/components/EmptyState.tsx'
import { formatDate, formatNumber } from '#web/kit/formats/format.ts'
import { Skeleton } from '#web/kit/components/Skeleton.tsx'
import { describeFailure } from './describe-failure.ts'
import styles from './FollowedVideos.module.css'
import { formatFullDay } from './format-moment.ts'
import { refollow, refreshVideo, stopFollowing } from './change-following.ts'
import { type FollowedVideo, refetchStatistics, useFollowedVideos } from './use-statistics.ts'
import { VideoFigures } from './VideoFigures.tsx'
import { VideoPicture } from './VideoPicture.tsx'

const VideoStatistics = lazy(async () => ({
  default: (await import('./VideoStatistics.tsx')).VideoStatistics,
}))

/** What the person follows; one of the videos may be open with its chart. Which one stands in the address. */
export function FollowedVideos() {
  const { statistics: texts, common } = useTexts()
  const { language } = useLanguage()
  const { data, callError, isPending, refetch } = useFollowedVideos()
  const [parameters, setParameters] = useSearchParams()
  const openId = parameters.get('video')
  const open = (videoId: string | null) =>
    setParameters(
      (old) => {
        const { video: _, ...rest } = Object.fromEntries(old)
        return videoId === null ? rest : { ...rest, video: videoId }
      },
      { replace: true, preventScrollReset: true },
    )
  const videos = data?.data ?? []
  return (
    <section aria-label={texts.followed} className={styles.followed}>
      <div>
        <h2 className={styles.heading}>{texts.followed}</h2>
        {data !== undefined && (
          <p className={styles.note} role="status">
            {videos.length === 0
              ? texts.followedEmpty
              : texts.followedCount(
                  videos.length,
                  formatNumber(videos.length, language),
                  formatNumber(data.meta.limit, language),
                )}
          </p>
        )}
      </div>
      {isPending && callError === null && <Places />}
      {callError !== null && (
        <EmptyState
          icon={callError.code === 'offline' ? 'offline' : 'info'}
          title={callError.code === 'offline' ? common.offline : texts.followedErrorTitle}
          text={texts.errorText}
          role="alert"
        >
          <Button onClick={() => void refetch()}>{common.retry}</Button>
        </EmptyState>
      )}
      <ul className={styles.list}>
        {videos.map((video) => (
          <li key={video.videoId} className={styles.item}>
            <FollowedCard
              video={video}
              isOpen={video.videoId === openId}
              onToggle={() => open(video.videoId === openId ? null : video.videoId)}
            />
            {video.videoId === openId && (
              <Suspense fallback={<Skeleton height="28rem" />}>
                <VideoStatistics video={video} others={videos.filter((other) => other !== video)} />
              </Suspense>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface FollowedCardProps {
  readonly video: FollowedVideo
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function FollowedCard({ video, isOpen, onToggle }: FollowedCardProps) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  const { title, latest, goneSince, publishedAt } = video
  const action = {
    subject: `followed ${video.videoId}`,
    failure: () => texts.actionFailed,
    invalidates: refetchStatistics,
  }
  const following = useAction(action)
  const refreshing = useAction({ ...action, failure: (error) => describeFailure(error, texts, language) })
  const again = () => following.run(() => refollow(video))
  const stop = () =>
    following.run(() => stopFollowing(video.videoId), {
      success: () => ({
        kind: 'success',
        text: <UndoNotice text={texts.stopped(title)} onUndo={() => void again()} />,
      }),
    })
  const refresh = () => refreshing.run(() => refreshVideo(video), { success: texts.refreshed(title) })
  return (
    <article className={styles.card} aria-label={title}>
      <VideoPicture src={video.thumbnail} />
      <div className={styles.facts}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.note}>
          {video.channel_name}
          {publishedAt !== null && `. ${texts.published(formatDate(publishedAt, language))}`}
        </p>
        {latest === null ? (
          <p className={styles.note}>{texts.notAskedYet}</p>
        ) : (
          <>
            <VideoFigures counters={latest} />
            <p className={styles.note}>{texts.asOf(formatFullDay(latest.date, language))}</p>
          </>
        )}
        {goneSince !== null && <p className={styles.gone}>{texts.gone(formatDate(goneSince, language))}</p>}
        <div className={styles.actions}>
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-label={isOpen ? `${texts.close}: ${title}` : texts.openChart(title)}
            onClick={onToggle}
          >
            {isOpen ? texts.close : texts.chart}
          </Button>
          <Button
            size="small"
            look="quiet"
            isBusy={refreshing.isBusy}
            aria-label={texts.refreshOne(title)}
            onClick={() => void refresh()}
          >
            {texts.refresh}
          </Button>
          <Button size="small" look="quiet" aria-label={texts.stopOne(title)} onClick={() => void stop()}>
            {texts.stop}
          </Button>
        </div>
      </div>
    </article>
  )
}

function Places() {
  const { common } = useTexts()
  return (
    <div role="status" aria-label={common.loading}>
      <Skeleton height="11rem" />
    </div>
  )
}
