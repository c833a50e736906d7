import { type Change, type Changes, COUNTERS, type CounterChange } from '#shared/rules/statistics.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { formatChange, formatPercent, formatDay } from './formats.ts'
import styles from './StatisticsTable.module.css'

/** The changes of a video's numbers: since the previous day, in total, in the chosen range. */
export function ChangesTable({ changes }: { readonly changes: Changes }) {
  const { statistics: texts } = useTexts()
  const rows = [
    [texts.sinceYesterday, changes.yesterday],
    [texts.inTotal, changes.total],
    [texts.inRange, changes.between],
  ] as const
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption>{`${texts.changes}. ${texts.calculated}`}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.range}</th>
            {COUNTERS.map((counter) => (
              <th key={counter} scope="col">
                {texts.counters[counter]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, change]) => (
            <ChangeRow key={name} name={name} change={change} />
          ))}
        </tbody>
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
        {name}
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
  if (change === null) return texts.changeUnknown
  return (
    <>
      {formatChange(change.number, language)}
      {change.percent !== null && (
        <small className={styles.span}>{formatPercent(change.percent, language)}</small>
      )}
    </>
  )
}
