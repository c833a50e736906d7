import { useLayoutEffect, useRef, useState } from 'react'
import type { Counter } from '#shared/rules/statistics.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { formatCompact, formatNumber } from '#web/kit/formats/format.ts'
import { formatDay, formatFullDay } from './formats.ts'
import { type ChartLayout, layoutChart, type Series } from './layout-chart.ts'
import styles from './StatisticsChart.module.css'

interface StatisticsChartProps {
  /** One video, or two to compare. */
  readonly series: readonly Series[]
  readonly counter: Counter
}

const FIRST_WIDTH = 640
/** In px; a centred date nearer to the edge would be cut off. */
const HALF_A_DATE = 24

/** A line per video. Screen readers get its first and last dates, and a hint to the table with the same data. */
export function StatisticsChart({ series, counter }: StatisticsChartProps) {
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  const [frame, width] = useWidth()
  const layout = layoutChart(series, counter, width)
  const dates = series.flatMap(({ points }) => points.map(({ date }) => date)).toSorted()
  const label = texts.chartOf(
    texts.counters[counter],
    series.map(({ title }) => title).join(', '),
    formatFullDay(dates[0] ?? '', language),
    formatFullDay(dates.at(-1) ?? '', language),
  )
  return (
    <figure ref={frame} className={styles.chart}>
      {series.length > 1 && (
        <figcaption className={styles.legend}>
          {series.map(({ videoId, title }, at) => (
            <span key={videoId} className={styles[`key${at}`]}>
              {title}
            </span>
          ))}
        </figcaption>
      )}
      <svg
        viewBox={`0 0 ${width} ${layout.height}`}
        width={width}
        height={layout.height}
        role="img"
        aria-label={label}
      >
        <Grid layout={layout} />
        {layout.recount !== null && (
          <g className={styles.recount}>
            <rect
              x={layout.recount.from - 1}
              y={layout.plot.top}
              width={Math.max(2, layout.recount.to - layout.recount.from)}
              height={layout.plot.bottom - layout.plot.top}
            />
            <text x={Math.min(layout.recount.from, layout.plot.right - 110)} y={layout.plot.top - 8}>
              {texts.recount}
            </text>
          </g>
        )}
        {layout.lines.map(({ path, dots }, at) => (
          <g key={series[at]?.videoId} className={styles[`line${at}`]}>
            <path d={path} />
            {dots.map(({ x, y, date, value }) => (
              <circle key={date} cx={x} cy={y} r={dots.length > 90 ? 1.5 : 3}>
                <title>{`${formatFullDay(date, language)}: ${formatNumber(value, language)}`}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
    </figure>
  )
}

function Grid({ layout: { plot, rows, columns, height } }: { readonly layout: ChartLayout }) {
  const { language } = useLanguage()
  return (
    <g className={styles.grid}>
      {rows.map(({ y, value }) => (
        <g key={value}>
          <line x1={plot.left} x2={plot.right} y1={y} y2={y} />
          <text x={plot.left - 10} y={y} dy="0.32em" textAnchor="end">
            {value < 10_000 ? formatNumber(value, language) : formatCompact(value, language)}
          </text>
        </g>
      ))}
      {columns.map(({ x, date }) => (
        <text key={date} x={x} y={height - 8} textAnchor={plot.right - x < HALF_A_DATE ? 'end' : 'middle'}>
          {formatDay(date, language)}
        </text>
      ))}
    </g>
  )
}

/** An element's current width, in px. */
function useWidth() {
  const frame = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(FIRST_WIDTH)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const measure = () => setWidth(Math.max(240, Math.floor(element.clientWidth)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [frame, width] as const
}
