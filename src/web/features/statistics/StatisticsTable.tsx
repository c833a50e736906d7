import { COUNTERS, type Point } from '#shared/rules/statistics.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { formatFullDay } from './formats.ts'
import styles from './StatisticsTable.module.css'

interface StatisticsTableProps {
  readonly title: string
  /** Oldest first; the table starts with the newest. */
  readonly points: readonly Point[]
}

/** A chart's numbers as a table. */
export function StatisticsTable({ title, points }: StatisticsTableProps) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption>{texts.tableOf(title)}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.date}</th>
            {COUNTERS.map((counter) => (
              <th key={counter} scope="col">
                {texts.counters[counter]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.date}>
              <th scope="row">{formatFullDay(point.date, language)}</th>
              {COUNTERS.map((counter) => {
                const value = point[counter]
                return <td key={counter}>{value === null ? texts.unknown : formatNumber(value, language)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
