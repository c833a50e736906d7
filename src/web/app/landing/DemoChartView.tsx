import { formatCompact, formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useStartTexts } from '../../kit/texts/texts.tsx'
import type { DemoChart } from './demo-charts.ts'
import styles from './DemoChartView.module.css'

interface DemoChartViewProps {
  readonly chart: DemoChart
  /** What the chart counts. */
  readonly name: string
}

/** A chart drawn by the build; only its words depend on the language. */
export function DemoChartView({ chart, name }: DemoChartViewProps) {
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
