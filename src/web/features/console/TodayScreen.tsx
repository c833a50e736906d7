import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { OnWire } from '#shared/api/command-endpoints.ts'
import type { CommandOutput } from '#shared/api/commands.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { IconButton } from '#web/kit/components/Button.tsx'
import { Columns, Line, Note, PageScaffold, Part, Section } from '#web/kit/components/layout.tsx'
import { Facts } from '#web/kit/components/lists.tsx'
import { Segments } from '#web/kit/components/forms.tsx'
import { LoadFailure } from '#web/kit/components/states.tsx'
import { formatDate, formatDay, formatNumber, formatShare, moscowDay } from '#web/kit/formats/format.ts'
import { type Column, Table } from '#web/kit/table/Table.tsx'
import { useLanguage } from '#web/kit/texts/texts.tsx'
import { useConsoleTexts } from './console-texts.ts'
import { DayBars } from './DayBars.tsx'
import { formatFigure, formatMoment, formatSeconds } from './format-figures.ts'
import { listPath } from './list-path.ts'
import styles from './TodayScreen.module.css'
import { useRead } from './use-rows.ts'

type Report = OnWire<CommandOutput<'today show'>>
type Daily = Report['daily'][number]

const PERIODS = ['7', '14', '30', '90'] as const

/** What happened by day and what waits now. */
export function TodayScreen() {
  const { today: texts, list } = useConsoleTexts().pages
  const [params, setParams] = useSearchParams()
  const period = PERIODS.find((days) => days === params.get('days')) ?? '14'
  const [until] = useState(() => moscowDay(Date.now()))
  const since = new Date(Date.parse(until) - (Number(period) - 1) * DAY_MS).toISOString().slice(0, 10)
  const { data, error, retry } = useRead('today show', { since, until })
  const chosen = params.get('day') ?? until
  const change = (next: Readonly<Record<string, string>>) =>
    setParams({ days: period, day: chosen, ...next }, { replace: true, preventScrollReset: true })
  return (
    <PageScaffold kind="sections" title={texts.title} lead={texts.lead}>
      {error !== null && <LoadFailure title={list.failed} onRetry={retry} />}
      {data !== undefined && <Waiting report={data} />}
      <Part title={texts.byDay} isBusy={data === undefined}>
        <Line gap={4}>
          <Segments
            label={texts.period}
            value={period}
            options={PERIODS.map((days) => ({ value: days, text: texts.lastDays(days) }))}
            onChange={(days) => change({ days })}
          />
        </Line>
        {data !== undefined && (
          <ByDay
            report={data}
            day={data.days.includes(chosen) ? chosen : until}
            onDay={(day) => change({ day })}
          />
        )}
      </Part>
      {data !== undefined && <Service report={data} />}
    </PageScaffold>
  )
}

/** What is so now, each number with the link to its list. */
function Waiting({ report }: { readonly report: Report }) {
  const { language } = useLanguage()
  const { today: texts } = useConsoleTexts().pages
  return (
    <Section title={texts.waiting} isActive>
      <ul className={styles.figures}>
        {report.standing.map(({ metric, unit, list, value }) => (
          <li key={metric} className={styles.figure} data-alarm={value > 0 && ALARMS.has(metric)}>
            <Link to={listPath(list)} className={styles.number}>
              {formatFigure(unit, value, language)}
            </Link>
            <span>{texts.standing[metric]}</span>
            {metric === 'requests' && report.nextDue !== null && (
              <span>{texts.nextDue(formatDate(report.nextDue, language))}</span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const ALARMS: ReadonlySet<string> = new Set([
  'uncredited',
  'receipts_failed',
  'requests_late',
  'jobs_failed',
  'checks_broken',
])

interface ByDayProps {
  readonly report: Report
  /** The day whose figures are shown. */
  readonly day: string
  readonly onDay: (day: string) => void
}

function ByDay({ report, day, onDay }: ByDayProps) {
  const { language } = useLanguage()
  const { today: texts } = useConsoleTexts().pages
  const columns = useColumns({ report, day, onDay })
  const { days, daily } = report
  const at = days.indexOf(day)
  return (
    <>
      <Line gap={2}>
        <IconButton
          icon="back"
          label={texts.earlier}
          disabled={at === 0}
          onClick={() => onDay(days[at - 1]!)}
        />
        <strong>{formatDate(day, language)}</strong>
        <IconButton
          icon="arrow"
          label={texts.later}
          disabled={at === days.length - 1}
          onClick={() => onDay(days[at + 1]!)}
        />
      </Line>
      <Table
        columns={columns}
        rows={daily}
        keyOf={({ metric }) => metric}
        look="numbers"
        aria-label={texts.byDay}
      />
      <Note>{texts.signUpsNote}</Note>
    </>
  )
}

/** Numbers of the day and of all days, each with the link to its list. */
function useColumns({ report: { days, daily }, day, onDay }: ByDayProps): Column<Daily>[] {
  const { language } = useLanguage()
  const { today: texts } = useConsoleTexts().pages
  const at = days.indexOf(day)
  const reveals = daily.find(({ metric }) => metric === 'reveals')
  const sum = ({ values }: Daily) => values.reduce((total, value) => total + value, 0)
  const shown = (figure: Daily, value: number, of: number | undefined, since: string, until: string) => (
    <>
      <Link to={listPath(figure.list, { since, until })}>{formatFigure(figure.unit, value, language)}</Link>
      {figure.metric === 'bounced' && of !== undefined && of > 0 && (
        <small>{texts.share(formatShare(value / of, language))}</small>
      )}
    </>
  )
  return [
    { id: 'metric', title: texts.metric, isRowHeader: true, cell: ({ metric }) => texts.daily[metric] },
    {
      id: 'trend',
      title: texts.trend,
      cell: ({ unit, values }) => (
        <DayBars
          values={values}
          chosen={at}
          label={texts.bars(
            formatDay(days[0]!, language),
            formatDay(days.at(-1)!, language),
            formatFigure(unit, Math.min(...values), language),
            formatFigure(unit, Math.max(...values), language),
          )}
          onChoose={(place) => onDay(days[place]!)}
        />
      ),
    },
    {
      id: 'day',
      className: styles.sum,
      title: formatDay(day, language),
      cell: (figure) => shown(figure, figure.values[at]!, reveals?.values[at], day, day),
    },
    {
      id: 'total',
      className: styles.sum,
      title: texts.total,
      cell: (figure) => shown(figure, sum(figure), reveals && sum(reveals), days[0]!, days.at(-1)!),
    },
  ]
}

/** Searches, quotas, databases and checks. */
function Service({ report }: { readonly report: Report }) {
  const { language } = useLanguage()
  const { today: texts } = useConsoleTexts().pages
  const { searches, quotas, servers, checkedAt } = report
  const { answered, reveals, half, p95 } = searches
  const number = (value: number) => formatNumber(value, language)
  const seconds = (value: number | null) => (value === null ? '> 2 s' : formatSeconds(value, language))
  return (
    <Section title={texts.machine}>
      <Columns gap={5} min={18} isLoose>
        <Facts
          facts={[
            [
              texts.searches,
              answered === 0
                ? texts.noSearches
                : texts.answered(number(answered), formatMoment(searches.since, language)),
            ],
            ...(answered === 0
              ? []
              : ([
                  [
                    texts.conversion,
                    texts.converted(formatShare(reveals / answered, language), number(reveals)),
                  ],
                  [texts.times, texts.within(seconds(half), seconds(p95))],
                ] as const)),
          ]}
        />
        <Facts
          facts={[
            ...quotas.map(
              ({ platform, quota, used, limit }) =>
                [texts.quota(platform, quota), texts.used(number(used), number(limit))] as const,
            ),
            [
              texts.servers,
              servers
                .map(({ server, isUp, lag }) =>
                  [
                    server,
                    isUp ? texts.up : texts.down,
                    ...(lag === null ? [] : [texts.lag(number(lag))]),
                  ].join(' '),
                )
                .join('; '),
            ],
            [texts.checks, checkedAt === null ? texts.neverChecked : formatMoment(checkedAt, language)],
          ]}
        />
      </Columns>
    </Section>
  )
}
