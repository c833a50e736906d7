import { COUNTERS, type Counter } from '#shared/rules/statistics.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import styles from './VideoFigures.module.css'

interface VideoFiguresProps {
  /** Those that are named here are shown; null is unknown. */
  readonly counters: Readonly<Partial<Record<Counter, number | null>>>
}

/** A video's numbers with their names. */
export function VideoFigures({ counters }: VideoFiguresProps) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  return (
    <dl className={styles.figures}>
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
