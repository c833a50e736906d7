import { drawnCharts } from 'virtual:drawn-charts'
import { Card } from '#web/kit/components/Card.tsx'
import { formatCompact, formatNumber } from '#web/kit/formats/format.ts'
import { PageLink } from '#web/kit/links/PageLink.tsx'
import { useLanguage, useStartTexts } from '#web/kit/texts/texts.tsx'
import type { DemoChart } from './demo-charts.ts'
import styles from './DemoStatistics.module.css'

/** Shows what following a video looks like, with the figures of a fictitious video. */
export function DemoStatistics() {
  const { landing } = useStartTexts()
  return (
    <section className={styles.block} aria-labelledby="demo-statistics">
      <div className={styles.words}>
        <h2 id="demo-statistics">{landing.demoTitle}</h2>
        <p>{landing.demoText}</p>
        <p>
          <PageLink page="promotion">{landing.toStatistics}</PageLink>
        </p>
      </div>
      <Card
        tab={landing.demoTab}
        aria-label={landing.demoVideo}
        heading={<h3 className={styles.video}>{landing.demoVideo}</h3>}
      >
        <div className={styles.charts}>
          {(['views', 'likes'] as const).map((figure) => (
            <Figure key={figure} figure={figure} />
          ))}
        </div>
        <p className={styles.note}>{landing.demoNote}</p>
      </Card>
    </section>
  )
}

function Figure({ figure }: { readonly figure: keyof typeof drawnCharts }) {
  const { landing } = useStartTexts()
  const { language } = useLanguage()
  const chart = drawnCharts[figure]
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className={styles.total}>{formatCompact(chart.last, language)}</span>
        <span>{landing[figure]}</span>
      </figcaption>
      <DemoChartView chart={chart} name={landing[figure]} />
    </figure>
  )
}

interface DemoChartViewProps {
  readonly chart: DemoChart
  /** What the chart counts. */
  readonly name: string
}

/** A chart drawn by the build; only its words depend on the language. */
function DemoChartView({ chart, name }: DemoChartViewProps) {
  const { landing } = useStartTexts()
  const { language } = useLanguage()
  const { width, height, left, valueTicks, dayTicks, end } = chart
  const written = (value: number) => formatCompact(value, language)
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={landing.chart(name, formatNumber(chart.days, language), written(chart.last))}
    >
      {valueTicks.map(({ value, place }) => (
        <g key={value}>
          <path className={styles.rule} d={`M${left} ${place}H${width}`} />
          <text x={left - 8} y={place} dy="0.32em" textAnchor="end">
            {written(value)}
          </text>
        </g>
      ))}
      <path className={styles.area} d={`${chart.line}V${chart.ground}H${left}Z`} />
      <path className={styles.line} d={chart.line} />
      <circle className={styles.end} cx={end.x} cy={end.y} r="3.500" />
      {dayTicks.map(({ value, place }) => (
        <text key={value} x={place} y={height - 4} textAnchor={value === chart.days ? 'end' : 'middle'}>
          {value === 1 ? landing.day(formatNumber(value, language)) : formatNumber(value, language)}
        </text>
      ))}
    </svg>
  )
}
