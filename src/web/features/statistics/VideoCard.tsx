import { useState } from 'react'
import { classNames } from '#web/kit/components/class-names.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { COUNTERS, type Counter, videoUrl } from '#shared/rules/statistics.ts'
import type { Elements } from '#web/kit/components/elements.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import styles from './VideoCard.module.css'

interface VideoCardProps {
  readonly title: string
  readonly videoId: string
  readonly thumbnail: string | null
  readonly children: Elements
}

/** A video: its picture, its title, and its numbers. */
export function VideoCard({ title, videoId, thumbnail, children }: VideoCardProps) {
  return (
    <article className={styles.card} aria-label={title}>
      <VideoPicture src={thumbnail} />
      <div className={styles.facts}>
        <VideoTitle title={title} videoId={videoId} />
        {children}
      </div>
    </article>
  )
}

/** A video's title, which leads to the video. */
export function VideoTitle({ title, videoId }: Pick<VideoCardProps, 'title' | 'videoId'>) {
  const { search } = useTexts()
  return (
    <h3 className={styles.title}>
      <a href={videoUrl(videoId)} target="_blank" rel="noopener noreferrer">
        <span>{title}</span>
        <VisuallyHidden>{` (${search.inNewTab})`}</VisuallyHidden>
      </a>
    </h3>
  )
}

/** A video's picture, 16:9. Decoration: the title is beside it. */
export function VideoPicture({ src }: { readonly src: string | null }) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  return (
    <span className={styles.picture} aria-hidden="true">
      {src !== null && src !== brokenSrc ? (
        <img
          src={src}
          alt=""
          width={320}
          height={180}
          decoding="async"
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setBrokenSrc(src)}
        />
      ) : (
        <Icon name="eye" size="large" />
      )}
    </span>
  )
}

interface VideoMetricsProps {
  /** The counters to show; null is unknown. */
  readonly counters: Readonly<Partial<Record<Counter, number | null>>>
  readonly isLarge?: boolean
}

/** A video's numbers with their names. */
export function VideoMetrics({ counters, isLarge = false }: VideoMetricsProps) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  return (
    <dl className={classNames(styles.metrics, isLarge && styles.large)}>
      {COUNTERS.map((counter) => {
        const value = counters[counter]
        if (value === undefined) return null
        return (
          <div key={counter}>
            <dt>{texts.counters[counter]}</dt>
            <dd
              title={value === null ? texts.unknownText : undefined}
              data-unknown={value === null || undefined}
            >
              {value === null ? texts.unknown : formatNumber(value, language)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
