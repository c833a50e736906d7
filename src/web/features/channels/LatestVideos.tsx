import { type RefObject, useRef } from 'react'
import { isOnPlatform } from '#web/features/statistics/use-statistics.ts'
import { VideoPicture, VideoTitle } from '#web/features/statistics/VideoCard.tsx'
import { COUNTERS, PLATFORM_TERMS } from '#shared/rules/statistics.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Icon } from '#web/kit/components/Icon.tsx'
import { Note, Section, Stack } from '#web/kit/components/layout.tsx'
import { EmptyState, LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { useIsNear } from '#web/kit/components/use-is-near.ts'
import { formatDate, formatNumber, formatShortDate, formatWait } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Calculated } from './Calculated.tsx'
import styles from './LatestVideos.module.css'
import { type ChannelVideos, useVideos } from './use-channel.ts'

/** The channel's last ten videos with the platform's own metrics; requested when the reader comes near. */
export function LatestVideos({ channelId }: { readonly channelId: string }) {
  const { channels } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const [isNear] = useIsNear(place, false)
  return (
    <div ref={place}>
      <Section title={channels.recent.title}>
        {isOnPlatform(channelId) ? (
          <Outcome channelId={channelId} isWanted={isNear} place={place} />
        ) : (
          <Note>{channels.recent.notOnPlatform}</Note>
        )}
      </Section>
    </div>
  )
}

interface OutcomeProps {
  readonly channelId: string
  readonly isWanted: boolean
  readonly place: RefObject<HTMLElement | null>
}

function Outcome({ channelId, isWanted, place }: OutcomeProps) {
  const { channels, common, statistics, status } = useTexts()
  const { language } = useLanguage()
  const { data, callError, isFetching, refetch } = useVideos(channelId, isWanted)
  const again = async () => {
    const { data: answered } = await refetch()
    // The button is gone; who pressed it goes on at the list's heading.
    if (answered?.problem === null) focusSection(place.current)
  }
  if (data === undefined && callError !== null) {
    const { code, retryAfter } = callError
    // The limit of a network lasts up to an hour: 'in a moment' would be wrong.
    const isLimit = code === 'too_many_requests' && retryAfter !== null
    return (
      <LoadFailure
        code={code}
        title={channels.recent.failed}
        text={isLimit ? status.tooManyRequests.wait(formatWait(retryAfter, language)) : channels.failedText}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data === undefined) return <VideosSkeleton />
  const { videos, fetchedAt, problem, calculated } = data
  const retry = problem === 'unavailable' && (
    <Button size="small" isBusy={isFetching} onClick={() => void again()}>
      {common.retry}
    </Button>
  )
  if (videos.length === 0) {
    return problem === null ? (
      <EmptyState drawing="drawer" isSmall title={channels.recent.none} />
    ) : (
      <EmptyState
        drawing={problem === 'quota' ? 'hourglass' : 'unplugged'}
        isSmall
        title={channels.recent[problem]}
        text={channels.recent.when[problem]}
      >
        {retry}
      </EmptyState>
    )
  }
  const date = fetchedAt === null ? '' : formatDate(fetchedAt, language)
  return (
    <Stack gap={5}>
      {problem !== null && (
        <div className={styles.problem}>
          <Icon name="info" />
          <p role="status">
            <span>{`${channels.recent[problem]}. `}</span>
            <strong>{channels.recent.shownAsOf(date)}</strong>
          </p>
          {retry}
        </div>
      )}
      {calculated !== undefined && <Calculated metrics={calculated} />}
      <VideoList videos={videos} />
      <Note>
        {date !== '' && <span>{`${channels.asOf(date)} `}</span>}
        <a href={PLATFORM_TERMS} target="_blank" rel="noopener noreferrer">
          {statistics.terms}
        </a>
      </Note>
    </Stack>
  )
}

/** Unless the focus has meanwhile gone to another part of the page. */
function focusSection(place: HTMLElement | null): void {
  const { activeElement, body } = document
  const heading = place?.querySelector('h2')
  if (heading == null || !(activeElement === body || place?.contains(activeElement))) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

function VideoList({ videos }: Pick<ChannelVideos, 'videos'>) {
  const { channels, statistics } = useTexts()
  const { language } = useLanguage()
  return (
    <div className={styles.videos}>
      {/* Where there is room the metrics stand in columns, and each line need not name them. */}
      <p className={styles.head} aria-hidden="true">
        <span>{channels.recent.video}</span>
        {COUNTERS.map((counter) => (
          <span key={counter}>{statistics.counters[counter]}</span>
        ))}
      </p>
      <ol>
        {videos.map(({ videoId, title, thumbnail, publishedAt, ...counters }) => (
          <li key={videoId} className={styles.video}>
            <VideoPicture src={thumbnail} />
            <div className={styles.words}>
              {/* A title that was nothing but an address is empty. */}
              <VideoTitle title={title || videoId} videoId={videoId} />
              {publishedAt !== null && (
                <time dateTime={publishedAt}>{formatShortDate(publishedAt, language)}</time>
              )}
            </div>
            <dl className={styles.metrics}>
              {COUNTERS.map((counter) => {
                const value = counters[counter]
                return (
                  <div key={counter}>
                    <dt>{statistics.counters[counter]}</dt>
                    <dd
                      title={value === null ? statistics.unknownText : undefined}
                      data-unknown={value === null || undefined}
                    >
                      {value === null ? statistics.unknown : formatNumber(value, language)}
                    </dd>
                  </div>
                )
              })}
            </dl>
          </li>
        ))}
      </ol>
    </div>
  )
}

const PLACEHOLDERS = Array.from({ length: 10 }, (_, place) => place)

function VideosSkeleton() {
  return (
    <div className={styles.videos} aria-hidden="true">
      <p className={styles.head}>
        <Skeleton width="4rem" />
      </p>
      <ol>
        {PLACEHOLDERS.map((place) => (
          <li key={place} className={styles.video}>
            <VideoPicture src={null} />
            <div className={styles.words}>
              <Skeleton width="80%" />
              <Skeleton width="6rem" />
            </div>
            <div className={styles.metrics}>
              {COUNTERS.map((counter) => (
                <div key={counter}>
                  <Skeleton width="4rem" />
                </div>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
