import { useState } from 'react'
import { type Counter, COUNTERS, PLATFORM_TERMS, RECOUNT } from '#shared/rules/statistics.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { EmptyState, LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { Field, Select } from '#web/kit/components/forms.tsx'
import { isUnknown } from './layout-chart.ts'
import { downloadCsv } from './formats.ts'
import { type DayRange, type FollowedVideo, useHistory } from './use-statistics.ts'
import { StatisticsChart } from './StatisticsChart.tsx'
import { ChangesTable, StatisticsTable } from './StatisticsTable.tsx'
import styles from './VideoStatistics.module.css'

interface VideoStatisticsProps {
  readonly video: FollowedVideo
  /** The videos it can be compared with. */
  readonly others: readonly FollowedVideo[]
}

const NONE = ''
const EVERYTHING: DayRange = { from: null, to: null }

/** A video's numbers over time: chart, comparison, changes, table, file. */
export function VideoStatistics({ video, others }: VideoStatisticsProps) {
  const { statistics: texts } = useTexts()
  const [range, setRange] = useState(EVERYTHING)
  const [counter, setCounter] = useState<Counter>('views')
  const [otherId, setOtherId] = useState(NONE)
  const own = useHistory(video.videoId, range)
  const other = others.find(({ videoId }) => videoId === otherId) ?? null
  const compared = useHistory(other?.videoId ?? null, range)
  if (own.isError) {
    return (
      <LoadFailure
        title={texts.historyErrorTitle}
        text={texts.errorText}
        onRetry={() => void own.refetch()}
      />
    )
  }
  const history = own.data?.data
  if (history === undefined) return <Skeleton height="28rem" />
  const { points, changes } = history
  const otherPoints = other === null ? [] : (compared.data?.data.points ?? [])
  const series = [
    { videoId: video.videoId, title: video.title, points },
    ...(other === null ? [] : [{ videoId: other.videoId, title: other.title, points: otherPoints }]),
  ]
  const days = [...points, ...otherPoints].map(({ date }) => date)
  const hasRecount = days.some((day) => day < RECOUNT.from) && days.some((day) => day >= RECOUNT.from)
  return (
    <div className={styles.statistics}>
      <div className={styles.controls}>
        <Select
          label={texts.counter}
          value={counter}
          options={COUNTERS.map((each) => ({ value: each, text: texts.counters[each] }))}
          onChange={setCounter}
        />
        <RangePicker range={range} onChange={setRange} />
        {others.length > 0 && (
          <Select
            label={texts.compare}
            value={otherId}
            options={[
              { value: NONE, text: texts.compareNone },
              ...others.map(({ videoId, title }) => ({ value: videoId, text: title })),
            ]}
            onChange={setOtherId}
          />
        )}
      </div>
      {days.length === 0 && (
        <EmptyState drawing="chart" isSmall title={texts.noPoints} text={texts.noPointsText} />
      )}
      {days.length > 0 && isUnknown(series, counter) && (
        <EmptyState
          drawing="blank"
          isSmall
          title={texts.counterUnknown(texts.counters[counter])}
          text={texts.unknownText}
        />
      )}
      {days.length > 0 && !isUnknown(series, counter) && (
        <StatisticsChart series={series} counter={counter} />
      )}
      {points.length === 1 && <p className={styles.note}>{texts.onePoint}</p>}
      {hasRecount && <p className={styles.note}>{texts.recountText}</p>}
      <ChangesTable changes={changes} />
      {days.length > 0 && (
        <>
          <details className={styles.table}>
            <summary>{texts.table}</summary>
            {series
              .filter((each) => each.points.length > 0)
              .map((each) => (
                <StatisticsTable key={each.videoId} title={each.title} points={each.points} />
              ))}
          </details>
          <div>
            <Button size="small" onClick={() => downloadCsv(series)}>
              {texts.csv}
            </Button>
          </div>
        </>
      )}
      <p className={styles.note}>
        {texts.dates} {texts.source}{' '}
        <a href={PLATFORM_TERMS} target="_blank" rel="noopener noreferrer">
          {texts.terms}
        </a>
      </p>
    </div>
  )
}

const DAYS = { week: 7, month: 30 } as const
const CHOICES = ['all', 'week', 'month', 'own'] as const
type Choice = (typeof CHOICES)[number]

interface RangePickerProps {
  readonly range: DayRange
  readonly onChange: (range: DayRange) => void
}

/** The shown range of days: everything, the last ones, or any two dates. */
function RangePicker({ range, onChange }: RangePickerProps) {
  const { statistics: texts } = useTexts()
  const [choice, setChoice] = useState<Choice>('all')
  const choose = (chosen: Choice) => {
    setChoice(chosen)
    if (chosen === 'all') onChange({ from: null, to: null })
    else if (chosen !== 'own') onChange({ from: daysAgo(DAYS[chosen]), to: null })
  }
  const day = (value: string) => (value === '' ? null : value)
  return (
    <>
      <Select
        label={texts.range}
        value={choice}
        options={CHOICES.map((each) => ({ value: each, text: texts.ranges[each] }))}
        onChange={choose}
      />
      {choice === 'own' && (
        <div className={styles.dates}>
          <Field
            type="date"
            label={texts.from}
            value={range.from ?? ''}
            max={range.to ?? undefined}
            onChange={(event) => onChange({ ...range, from: day(event.target.value) })}
          />
          <Field
            type="date"
            label={texts.to}
            value={range.to ?? ''}
            min={range.from ?? undefined}
            onChange={(event) => onChange({ ...range, to: day(event.target.value) })}
          />
        </div>
      )}
    </>
  )
}

/** The date that many days before today in Moscow. */
function daysAgo(days: number): string {
  const instant = Date.now() - days * 86_400_000
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short' }).format(instant)
}
