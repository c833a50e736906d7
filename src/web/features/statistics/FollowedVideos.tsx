import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useAction } from '#web/kit/actions/use-action.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { UndoNotice } from '#web/features/reveals/ActionNotice.tsx'
import { useMay } from '#web/kit/api/rights.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { focusHeading } from '#web/kit/components/focus-heading.ts'
import { Heading, Note } from '#web/kit/components/layout.tsx'
import { LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { formatDate, formatNumber } from '#web/kit/formats/format.ts'
import { IN_PLACE } from '#web/kit/links/location-state.ts'
import styles from './PromotionPage.module.css'
import { describeFailure, formatReadingDay } from './formats.ts'
import {
  EVERYTHING,
  type FollowedVideo,
  refetchStatistics,
  refollow,
  refreshVideo,
  stopFollowing,
  useFollowedVideos,
  useHistory,
} from './use-statistics.ts'
import { VideoCard, VideoMetrics } from './VideoCard.tsx'

const VideoStatistics = lazy(async () => ({
  default: (await import('./VideoStatistics.tsx')).VideoStatistics,
}))

const NONE: readonly FollowedVideo[] = []

/** The followed videos; one can be open with its chart. The URL names it. */
export function FollowedVideos() {
  const { statistics: texts } = useTexts()
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
      { replace: true, state: IN_PLACE },
    )
  const videos = data?.data ?? NONE
  const stopped = useRef<string | null>(null)
  useEffect(() => {
    if (stopped.current === null || videos.some(({ videoId }) => videoId === stopped.current)) return
    stopped.current = null
    // The pressed button has gone, and the focus with it.
    if (document.activeElement === document.body) focusHeading()
  }, [videos])
  return (
    <section aria-label={texts.followed} className={styles.section}>
      <div>
        <Heading>{texts.followed}</Heading>
        {data !== undefined && (
          <Note role="status">
            {videos.length === 0
              ? texts.followedEmpty
              : texts.followedCount(
                  videos.length,
                  formatNumber(videos.length, language),
                  formatNumber(data.meta.limit, language),
                )}
          </Note>
        )}
      </div>
      {isPending && callError === null && <Placeholders />}
      {callError !== null && (
        <LoadFailure
          code={callError.code}
          title={texts.followedErrorTitle}
          text={texts.errorText}
          onRetry={() => void refetch()}
        />
      )}
      <ul className={styles.videos}>
        {videos.map((video) => (
          <li key={video.videoId} className={styles.item}>
            <FollowedCard
              video={video}
              isOpen={video.videoId === openId}
              onToggle={() => open(video.videoId === openId ? null : video.videoId)}
              onStop={() => {
                stopped.current = video.videoId
              }}
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
  /** The video will leave the list. */
  readonly onStop: () => void
}

function FollowedCard({ video, isOpen, onToggle, onStop }: FollowedCardProps) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  const { title, latest, goneSince, publishedAt } = video
  const mayChange = useMay('purchases:write')
  const history = useHistory(isOpen ? video.videoId : null, EVERYTHING).data?.data
  // There is no chart yet: the metrics are what there is to see.
  const isFirstDay = history?.points.length === 1 && history.changes.total === null
  const subject = `followed ${video.videoId}`
  const { mutate: again } = useAction({
    mutationFn: () => refollow(video).then(refetchStatistics),
    meta: { subject, failure: () => texts.actionFailed },
  })
  const { mutate: stop } = useAction({
    mutationFn: () => stopFollowing(video.videoId).then(refetchStatistics),
    meta: {
      subject,
      success: () => ({
        kind: 'success',
        text: <UndoNotice text={texts.stopped(title)} onUndo={() => again()} />,
      }),
      failure: () => texts.actionFailed,
    },
    onMutate: onStop,
  })
  const { isPending, mutate: refresh } = useAction({
    mutationFn: () => refreshVideo(video).then(refetchStatistics),
    meta: {
      subject,
      success: texts.refreshed(title),
      failure: (error) => describeFailure(error, texts, language),
    },
  })
  return (
    <VideoCard title={title} videoId={video.videoId} thumbnail={video.thumbnail}>
      <Note>
        {video.channel_name +
          (publishedAt === null ? '' : `. ${texts.published(formatDate(publishedAt, language))}`)}
      </Note>
      {latest === null ? (
        <Note>{texts.notAskedYet}</Note>
      ) : (
        <>
          <VideoMetrics counters={latest} isLarge={isFirstDay} />
          <Note>{texts.asOf(formatReadingDay(latest.date, language))}</Note>
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
          isBusy={isPending}
          aria-label={texts.refreshOne(title)}
          onClick={() => refresh()}
        >
          {texts.refresh}
        </Button>
        {mayChange && (
          <Button size="small" look="quiet" aria-label={texts.stopOne(title)} onClick={() => stop()}>
            {texts.stop}
          </Button>
        )}
      </div>
    </VideoCard>
  )
}

function Placeholders() {
  const { common } = useTexts()
  return (
    <div role="status" aria-label={common.loading}>
      <Skeleton height="11rem" />
    </div>
  )
}
