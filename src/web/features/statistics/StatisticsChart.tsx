import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { formatDay, formatFullDay, formatSigned, formatTick } from './formats.ts'
import { type ChartLayout, layoutChart, nearestDay, readDay, type Series } from './layout-chart.ts'
import styles from './VideoStatistics.module.css'

interface StatisticsChartProps<Name extends string> {
  /** One series, or two to compare. */
  readonly series: readonly Series<Name>[]
  readonly counter: Name
  /** What the chart shows, for screen readers. @param from the first day, in words */
  readonly label: (from: string, to: string) => string
  /** The marked day of the first video's advertisement. */
  readonly advertisedOn?: string | null
  /** The numbers are of some days only: the line joins them, and no change between them is worked out. */
  readonly isSparse?: boolean
}

const FIRST_WIDTH = 640
/** In px; a centred date nearer to the edge would be cut off. */
const HALF_A_DATE = 24
/** In px, of the longest word for the advertisement. */
const FLAG_WIDTH = 96

/**
 * A line per series, and a crosshair that reads one day: under the pointer, by the arrow keys, or by a screen reader, for which
 * the days are a slider.
 */
export function StatisticsChart<Name extends string>(props: StatisticsChartProps<Name>) {
  const { series, counter, label, advertisedOn = null, isSparse = false } = props
  const { statistics: texts } = useTexts()
  const { language } = useLanguage()
  const [frame, width] = useWidth()
  const slider = useRef<HTMLInputElement>(null)
  /** The place of the day that is read; null while none is. */
  const [chosen, setChosen] = useState<number | null>(null)
  const layout = layoutChart(series, counter, width, {
    advertisedOn,
    isSparse,
    write: (value, step) => formatTick(value, step, language),
  })
  const { days, plot } = layout
  const lastPlace = days.length - 1
  const place = Math.min(chosen ?? lastPlace, lastPlace)
  const day = days[place]
  const readings = series.map(({ points }) => {
    const { value, change } = readDay(points, counter, day?.date ?? '')
    return {
      value: value === null ? texts.unknown : formatNumber(value, language),
      change: change === null || isSparse ? null : formatSigned(change, language),
    }
  })
  const read = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) =>
    setChosen(nearestDay(days, clientX - currentTarget.getBoundingClientRect().left))
  return (
    <figure ref={frame} className={styles.chart}>
      {series.length > 1 && (
        <figcaption className={styles.legend}>
          {series.map(({ id, title }, at) => (
            <span key={id} className={styles[`key${at}`]}>
              {title}
            </span>
          ))}
        </figcaption>
      )}
      <div
        className={styles.field}
        onPointerDown={(event) => {
          read(event)
          // The arrow keys go on from there.
          slider.current?.focus({ preventScroll: true })
          event.preventDefault()
        }}
        onPointerMove={read}
        onPointerLeave={(event) => {
          // A finger that is lifted leaves the day that it chose.
          if (event.pointerType === 'mouse' && document.activeElement !== slider.current) setChosen(null)
        }}
      >
        <svg
          viewBox={`0 0 ${width} ${layout.height}`}
          width={width}
          height={layout.height}
          role="img"
          aria-label={label(
            formatFullDay(days[0]?.date ?? '', language),
            formatFullDay(days.at(-1)?.date ?? '', language),
          )}
        >
          <Grid layout={layout} />
          {layout.recount !== null && (
            <g className={styles.recount}>
              <rect
                x={layout.recount.from - 1}
                y={plot.top}
                width={Math.max(2, layout.recount.to - layout.recount.from)}
                height={plot.bottom - plot.top}
              />
              <text x={Math.min(layout.recount.from, plot.right - 110)} y={plot.top - 8}>
                {texts.recount}
              </text>
            </g>
          )}
          {layout.advertisement !== null && <Flag x={layout.advertisement} plot={plot} />}
          {layout.lines.map(({ path, dots }, at) => (
            <g key={series[at]?.id} className={styles[`line${at}`]}>
              <path d={path} />
              {dots.map(({ x, y, date }) => (
                <circle
                  key={date}
                  cx={x}
                  cy={y}
                  r={chosen !== null && date === day?.date ? 5 : dots.length > 90 ? 1.5 : 3}
                />
              ))}
            </g>
          ))}
          {chosen !== null && day !== undefined && (
            <path className={styles.cross} d={`M${day.x} ${plot.top}V${plot.bottom}`} />
          )}
        </svg>
        <input
          ref={slider}
          className={styles.days}
          style={{ insetInlineStart: plot.left, inlineSize: plot.right - plot.left }}
          type="range"
          min={0}
          max={lastPlace}
          step={1}
          value={place}
          aria-label={texts.dayOfChart}
          aria-valuetext={texts.dayRead(
            formatFullDay(day?.date ?? '', language),
            readings.map(({ value, change }) => texts.valueRead(value, change)).join('; '),
          )}
          onChange={(event) => setChosen(Number(event.target.value))}
          onFocus={() => setChosen((before) => before ?? lastPlace)}
          onBlur={() => setChosen(null)}
        />
        {chosen !== null && day !== undefined && (
          <div
            className={styles.label}
            aria-hidden="true"
            style={
              day.x > width / 2 ? { insetInlineEnd: width - day.x + 10 } : { insetInlineStart: day.x + 10 }
            }
          >
            <span className={styles.day}>
              {formatFullDay(day.date, language) +
                (day.date === advertisedOn ? `, ${texts.advertisement.toLocaleLowerCase(language)}` : '')}
            </span>
            {readings.map(({ value, change }, at) => (
              <span key={series[at]?.id} className={styles[`read${at}`]}>
                <b>{value}</b>
                {change !== null && <span>{` ${change}`}</span>}
              </span>
            ))}
          </div>
        )}
      </div>
    </figure>
  )
}

function Flag({ x, plot }: { readonly x: number; readonly plot: ChartLayout['plot'] }) {
  const { statistics: texts } = useTexts()
  const isAtEnd = plot.right - x < FLAG_WIDTH
  return (
    <g className={styles.flag}>
      <path d={`M${x} ${plot.top - 16}V${plot.bottom}`} />
      <text x={isAtEnd ? x - 6 : x + 6} y={plot.top - 7} textAnchor={isAtEnd ? 'end' : 'start'}>
        {texts.advertisement}
      </text>
    </g>
  )
}

function Grid({ layout: { plot, rows, columns, height } }: { readonly layout: ChartLayout }) {
  const { language } = useLanguage()
  return (
    <g className={styles.grid}>
      {rows.map(({ y, value, label }) => (
        <g key={value}>
          <line x1={plot.left} x2={plot.right} y1={y} y2={y} />
          <text x={plot.left - 10} y={y} dy="0.32em" textAnchor="end">
            {label}
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
