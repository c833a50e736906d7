import { useState } from 'react'
import {
  ADVERTISEMENT_DAYS,
  type Changes,
  type Counter,
  COUNTERS,
  PLATFORM_TERMS,
  type Point,
  RECOUNT,
} from '#shared/rules/statistics.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { formatNumber, moscowDay } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { EmptyState, LoadFailure, Skeleton } from '#web/kit/components/states.tsx'
import { Field, Select } from '#web/kit/components/forms.tsx'
import { growthSince, isUnknown } from './layout-chart.ts'
import { saveCsv, formatDay, formatSigned } from './formats.ts'
import {
  type DayRange,
  EVERYTHING,
  type FollowedVideo,
  markAdvertisement,
  refetchStatistics,
  useHistory,
} from './use-statistics.ts'
import { StatisticsChart } from './StatisticsChart.tsx'
import { ChangesTable, StatisticsTable } from './StatisticsTable.tsx'
import styles from './VideoStatistics.module.css'
import { DAY_MS } from '#shared/rules/time.ts'

interface VideoStatisticsProps {
  readonly video: FollowedVideo
  /** The videos it can be compared with. */
  readonly others: readonly FollowedVideo[]
}

const NONE = ''

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
    { id: video.videoId, title: video.title, points },
    ...(other === null ? [] : [{ id: other.videoId, title: other.title, points: otherPoints }]),
  ]
  const days = [...points, ...otherPoints].map(({ date }) => date)
  const isFirstDay = new Set(days).size === 1 && changes.total === null
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
      {days.length > 0 && !isFirstDay && isUnknown(series, counter) && (
        <EmptyState
          drawing="blank"
          isSmall
          title={texts.counterUnknown(texts.counters[counter])}
          text={texts.unknownText}
        />
      )}
      {isFirstDay && <EmptyState drawing="chart" isSmall title={texts.firstDay} text={texts.firstDayText} />}
      {days.length > 0 && !isFirstDay && !isUnknown(series, counter) && (
        <>
          <Headline points={points} changes={changes} counter={counter} advertisedOn={video.advertisedOn} />
          <StatisticsChart
            series={series}
            counter={counter}
            label={(from, to) =>
              texts.chartOf(texts.counters[counter], series.map(({ title }) => title).join(', '), from, to)
            }
            advertisedOn={video.advertisedOn}
          />
        </>
      )}
      {days.length > 0 && <AdvertisementDay key={video.advertisedOn} video={video} />}
      {hasRecount && <p className={styles.note}>{texts.recountText}</p>}
      {!isFirstDay && <ChangesTable changes={changes} />}
      {days.length > 0 && (
        <>
          <details className={styles.table}>
            <summary>{texts.table}</summary>
            {series
              .filter((each) => each.points.length > 0)
              .map((each) => (
                <StatisticsTable key={each.id} title={each.title} points={each.points} />
              ))}
          </details>
          <div>
            <Button size="small" onClick={() => saveCsv(series)}>
              {texts.csv}
            </Button>
          </div>
        </>
      )}
      <p className={styles.note}>
        <span>{`${texts.dates} ${texts.source} `}</span>
        <a href={PLATFORM_TERMS} target="_blank" rel="noopener noreferrer">
          {texts.terms}
        </a>
      </p>
    </div>
  )
}

interface HeadlineProps {
  readonly points: readonly Point[]
  readonly changes: Changes
  readonly counter: Counter
  readonly advertisedOn: string | null
}

/** The newest number, and what came since yesterday and since the advertisement. */
function Headline({ points, changes, counter, advertisedOn }: HeadlineProps) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  const value = points.findLast((point) => point[counter] !== null)?.[counter] ?? null
  if (value === null) return null
  const written = (change: number) => formatSigned(change, language)
  const { yesterday, total } = changes
  const growth = advertisedOn === null ? null : growthSince(points, counter, advertisedOn)
  const since =
    yesterday?.[counter] != null
      ? texts.sinceYesterdayShort(written(yesterday[counter].number))
      : total?.[counter] != null
        ? texts.sinceDay(written(total[counter].number), formatDay(total.from, language))
        : null
  return (
    <p className={styles.headline}>
      <b>{formatNumber(value, language)}</b>
      <span>{` ${texts.counters[counter].toLocaleLowerCase(language)}`}</span>
      {since !== null && <span className={styles.since}>{since}</span>}
      {growth !== null && (
        <span className={styles.sinceAdvertisement}>{texts.sinceAdvertisement(written(growth))}</span>
      )}
    </p>
  )
}

/** Marks the day of the advertisement, which the chart shows. */
function AdvertisementDay({ video: { videoId, advertisedOn } }: { readonly video: FollowedVideo }) {
  const { statistics: texts } = useTexts()
  const [day, setDay] = useState(advertisedOn ?? '')
  const { isPending, mutate: mark } = useAction({
    mutationFn: (wanted: string | null) => markAdvertisement(videoId, wanted).then(refetchStatistics),
    meta: {
      subject: `advertisement ${videoId}`,
      success: (_, wanted) => (wanted === null ? texts.unmarked : texts.marked),
      failure: () => texts.actionFailed,
    },
  })
  return (
    <form
      className={styles.advertisement}
      onSubmit={(event) => {
        event.preventDefault()
        if (day !== '' && !isPending) mark(day)
      }}
    >
      <Field
        type="date"
        label={texts.advertisedOn}
        value={day}
        {...ADVERTISEMENT_DAYS}
        required
        onChange={(event) => setDay(event.target.value)}
      />
      <Button type="submit" isBusy={isPending}>
        {texts.markAdvertisement}
      </Button>
      {advertisedOn !== null && (
        <Button look="quiet" onClick={() => mark(null)}>
          {texts.unmarkAdvertisement}
        </Button>
      )}
    </form>
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
  return moscowDay(Date.now() - days * DAY_MS)
}
