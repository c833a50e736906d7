import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { type Counter, dayBefore, type Point, RECOUNT } from '#shared/rules/statistics.ts'

export interface Series {
  readonly title: string
  /** Oldest first. */
  readonly points: readonly Point[]
}

/** Everything of a chart in px of its own box. */
export interface ChartLayout {
  readonly width: number
  readonly height: number
  readonly plot: {
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
  readonly rows: readonly { readonly y: number; readonly value: number }[]
  readonly columns: readonly { readonly x: number; readonly date: string }[]
  readonly lines: readonly { readonly path: string; readonly dots: readonly Dot[] }[]
  /** Where the platform changed its counting, as far as it is shown. */
  readonly recount: { readonly from: number; readonly to: number } | null
}

interface Dot {
  readonly x: number
  readonly y: number
  readonly date: string
  readonly value: number
}

const HEIGHT = 300
const MARGIN = { top: 24, right: 16, bottom: 32, left: 64 }
const ROWS = 4
const PX_PER_DATE = 90

/** Lays out one counter of one or two series. A line breaks where a day is missing or its number is unknown. */
export function layOutChart(series: readonly Series[], counter: Counter, width: number): ChartLayout {
  const known = series.map(({ points }) => points.flatMap((point) => knownPoint(point, counter)))
  const all = known.flat()
  const days = series.flatMap(({ points }) => points.map(({ date }) => Date.parse(date)))
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const plot = {
    left: MARGIN.left,
    right: width - MARGIN.right,
    top: MARGIN.top,
    bottom: HEIGHT - MARGIN.bottom,
  }
  const x = scaleUtc().domain(first === last ? [first - 86_400_000, last + 86_400_000] : [first, last]).range([plot.left, plot.right]) // biome-ignore format: one scale
  const values = all.map(({ value }) => value)
  const [least, most] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)]
  const spread = least === most ? Math.max(1, Math.round(most * 0.05)) : 0
  const y = scaleLinear()
    .domain([Math.max(0, least - spread), most + spread])
    .nice(ROWS)
    .range([plot.bottom, plot.top])
  const draw = line<Dot>(
    (dot) => dot.x,
    (dot) => dot.y,
  )
  const at = (date: string) => x(Date.parse(date))
  return {
    width,
    height: HEIGHT,
    plot,
    rows: y
      .ticks(ROWS)
      .filter(Number.isInteger)
      .map((value) => ({ y: y(value), value })),
    columns: x
      .ticks(Math.max(2, Math.floor((plot.right - plot.left) / PX_PER_DATE)))
      .filter((tick) => tick.getUTCHours() === 0)
      .map((tick) => ({ x: x(tick), date: tick.toISOString().slice(0, 10) })),
    lines: known.map((points) => {
      const dots = points.map(({ date, value }) => ({ x: at(date), y: y(value), date, value }))
      return {
        path: unbroken(dots)
          .map((part) => draw(part) ?? '')
          .join(''),
        dots,
      }
    }),
    recount: recountWithin(first, last, x),
  }
}

function knownPoint(point: Point, counter: Counter): { readonly date: string; readonly value: number }[] {
  const value = point[counter]
  return value === null ? [] : [{ date: point.date, value }]
}

/** Splits dots where a day is left out. */
function unbroken(dots: readonly Dot[]): Dot[][] {
  const parts: Dot[][] = []
  for (const dot of dots) {
    const part = parts.at(-1)
    if (part?.at(-1)?.date === dayBefore(dot.date)) part?.push(dot)
    else parts.push([dot])
  }
  return parts
}

function recountWithin(first: number, last: number, x: (day: number) => number): ChartLayout['recount'] {
  const [from, to] = [Math.max(first, Date.parse(RECOUNT.from)), Math.min(last, Date.parse(RECOUNT.to))]
  return from > to ? null : { from: x(from), to: x(to) }
}
