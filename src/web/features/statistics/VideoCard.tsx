import { type ReactNode, useState } from 'react'
import { classNames } from '#web/kit/components/class-names.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { COUNTERS, type Counter } from '#shared/rules/statistics.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import styles from './VideoCard.module.css'

interface VideoCardProps {
  readonly title: string
  readonly thumbnail: string | null
  /** Just found: shown on its own, not in a list. */
  readonly isFound?: boolean
  readonly children: ReactNode
}

/** A video: its picture, its title, and its numbers. */
export function VideoCard({ title, thumbnail, isFound = false, children }: VideoCardProps) {
  return (
    <article className={classNames(styles.card, isFound && styles.found)} aria-label={title}>
      <VideoPicture src={thumbnail} />
      <div className={styles.facts}>
        <h3 className={styles.title}>{title}</h3>
        {children}
      </div>
    </article>
  )
}

/** A video's picture, 16:9. Decoration: the title is beside it. */
function VideoPicture({ src }: { readonly src: string | null }) {
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

interface VideoFiguresProps {
  /** The counters to show; null is unknown. */
  readonly counters: Readonly<Partial<Record<Counter, number | null>>>
  readonly isLarge?: boolean
}

/** A video's numbers with their names. */
export function VideoFigures({ counters, isLarge = false }: VideoFiguresProps) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  return (
    <dl className={classNames(styles.figures, isLarge && styles.large)}>
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
