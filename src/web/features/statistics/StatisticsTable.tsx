import {
  type Change,
  type Changes,
  type CounterChange,
  COUNTERS,
  type Point,
} from '#shared/rules/statistics.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { formatDay, formatFullDay, formatSigned } from './formats.ts'
import type { ReactNode } from 'react'
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
    <CounterTable caption={texts.tableOf(title)} first={texts.date}>
      {points.toReversed().map((point) => (
        <tr key={point.date}>
          <th scope="row">{formatFullDay(point.date, language)}</th>
          {COUNTERS.map((counter) => {
            const value = point[counter]
            return <td key={counter}>{value === null ? texts.unknown : formatNumber(value, language)}</td>
          })}
        </tr>
      ))}
    </CounterTable>
  )
}

/** The changes of a video's numbers: since the previous day, in total, in the chosen range. */
export function ChangesTable({ changes }: { readonly changes: Changes }) {
  const { statistics: texts } = useTexts()
  const rows = [
    [texts.sinceYesterday, changes.yesterday],
    [texts.inTotal, changes.total],
    [texts.inRange, changes.between],
  ] as const
  return (
    <CounterTable caption={`${texts.changes}. ${texts.calculated}`} first={texts.range}>
      {rows.map(([name, change]) => (
        <ChangeRow key={name} name={name} change={change} />
      ))}
    </CounterTable>
  )
}

interface CounterTableProps {
  readonly caption: string
  /** The head of the first column. */
  readonly first: string
  /** Its rows. */
  readonly children: ReactNode
}

/** A table with a column for each counter. */
function CounterTable({ caption, first, children }: CounterTableProps) {
  const { statistics: texts } = useTexts()
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {COUNTERS.map((counter) => (
              <th key={counter} scope="col">
                {texts.counters[counter]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function ChangeRow({ name, change }: { readonly name: string; readonly change: Change | null }) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  return (
    <tr>
      <th scope="row">
        <span>{name}</span>
        {change !== null && (
          <small className={styles.span}>
            {texts.span(formatDay(change.from, language), formatDay(change.to, language))}
          </small>
        )}
      </th>
      {COUNTERS.map((counter) => (
        <td key={counter}>
          <Amount change={change?.[counter] ?? null} />
        </td>
      ))}
    </tr>
  )
}

function Amount({ change }: { readonly change: CounterChange | null }) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  if (change === null) return <span>{texts.changeUnknown}</span>
  return (
    <>
      <span>{formatSigned(change.number, language)}</span>
      {change.percent !== null && (
        <small className={styles.span}>{formatSigned(change.percent / 100, language, 'percent')}</small>
      )}
    </>
  )
}
