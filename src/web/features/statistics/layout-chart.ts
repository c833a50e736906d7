import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { type Counter, dayBefore, RECOUNT } from '#shared/rules/statistics.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** The numbers of a date, `YYYY-MM-DD`; null is unknown. */
export type Day<Name extends string = Counter> = Readonly<Record<Name, number | null>> & {
  readonly date: string
}

export interface Series<Name extends string = Counter> {
  readonly id: string
  readonly title: string
  /** Oldest first. */
  readonly points: readonly Day<Name>[]
}

interface Marks {
  readonly advertisedOn?: string | null
  /** The numbers are of some days only, and not of views: the line joins them, and views counted anew do not matter. */
  readonly isSparse?: boolean
  /** Writes the numbers beside the chart, which are `step` apart. */
  readonly write?: (value: number, step: number) => string
}

/** All parts of a chart, in px of its own box. */
export interface ChartLayout {
  readonly width: number
  readonly height: number
  readonly plot: {
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
  readonly rows: readonly { readonly y: number; readonly value: number; readonly label: string }[]
  readonly columns: readonly { readonly x: number; readonly date: string }[]
  readonly lines: readonly { readonly path: string; readonly dots: readonly Dot[] }[]
  /** Every day with numbers, oldest first: where the crosshair can stand. */
  readonly days: readonly { readonly x: number; readonly date: string }[]
  /** The day of the advertisement; null when it is outside the shown days. */
  readonly advertisement: number | null
  /** The visible part of the period in which the platform changed its counting. */
  readonly recount: { readonly from: number; readonly to: number } | null
}

interface Dot {
  readonly x: number
  readonly y: number
  readonly date: string
  readonly value: number
}

const HEIGHT = 300
const MARGIN = { top: 24, right: 16, bottom: 32 }
/** In px: between the numbers and the chart, and at least for half of the first date below it. */
const GAP = 10
const MIN_LEFT = 32
/** In px, of the widest digit and of any other character, at the size in which the numbers are written; spaces are narrow. */
const DIGIT_WIDTH = 8
const LETTER_WIDTH = 12
const MARK_WIDTH = 4
const ROWS = 4
/** Of the largest number: a smaller change would fill the chart, and look like a fall or a leap. */
const MIN_SPAN = 0.02
/**
 * The minimum distance between dates below the chart: a Russian one is about 50 px wide, and the last one ends with the
 * chart.
 */
const PX_PER_DATE = 90

/** Lays out one counter of one or two series. A line breaks where a day is missing or its number is unknown. */
export function layoutChart<Name extends string>(
  series: readonly Series<Name>[],
  counter: Name,
  width: number,
  { advertisedOn = null, isSparse = false, write = String }: Marks = {},
): ChartLayout {
  const known = series.map(({ points }) => points.flatMap((point) => knownPoint(point, counter)))
  const all = known.flat()
  const days = series.flatMap(({ points }) => points.map(({ date }) => Date.parse(date)))
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const y = scaleLinear()
    .domain(spanOf(all.map(({ value }) => value)))
    .nice(ROWS)
    .range([HEIGHT - MARGIN.bottom, MARGIN.top])
  const rows = labelled(y.ticks(ROWS).filter(Number.isInteger), write)
  const plot = {
    left: Math.max(MIN_LEFT, GAP + Math.max(...rows.map(({ label }) => widthOf(label)))),
    right: width - MARGIN.right,
    top: MARGIN.top,
    bottom: HEIGHT - MARGIN.bottom,
  }
  const x = scaleUtc().domain(first === last ? [first - DAY_MS, last + DAY_MS] : [first, last]).range([plot.left, plot.right]) // biome-ignore format: one scale
  const draw = line<Dot>(
    (dot) => dot.x,
    (dot) => dot.y,
  )
  const at = (date: string) => x(Date.parse(date))
  return {
    width,
    height: HEIGHT,
    plot,
    rows: rows.map((row) => ({ ...row, y: y(row.value) })),
    columns: chooseDays(first, last, plot.right - plot.left).map((day) => ({
      x: x(day),
      date: new Date(day).toISOString().slice(0, 10),
    })),
    lines: known.map((points) => {
      const dots = points.map(({ date, value }) => ({ x: at(date), y: y(value), date, value }))
      return {
        path: (isSparse ? [dots] : splitAtGaps(dots)).map((part) => draw(part) ?? '').join(''),
        dots,
      }
    }),
    days: [...new Set(series.flatMap(({ points }) => points.map(({ date }) => date)))]
      .toSorted()
      .map((date) => ({ date, x: at(date) })),
    advertisement: advertisementWithin(advertisedOn, first, last, at),
    recount: isSparse ? null : recountWithin(first, last, x),
  }
}

/** The numbers that a chart is for: a little more than there are, where they hardly differ. */
function spanOf(values: readonly number[]): [least: number, most: number] {
  if (values.length === 0) return [0, 1]
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const span = Math.max(most - least, most * MIN_SPAN, least === most ? 2 : 0)
  const from = Math.max(0, (least + most - span) / 2)
  return [from, from + span]
}

function labelled(values: readonly number[], write: NonNullable<Marks['write']>) {
  const [first = 0, second = first + 1] = values
  return values.map((value) => ({ value, label: write(value, second - first) }))
}

/** In px, at most: the same in every browser, because metrics are as wide as each other. */
function widthOf(label: string): number {
  const widths = [...label].map((character) =>
    /\d/.test(character) ? DIGIT_WIDTH : /[\s.,]/u.test(character) ? MARK_WIDTH : LETTER_WIDTH,
  )
  return widths.reduce((sum, width) => sum + width, 0)
}

/** Whether a counter is unknown on every day, so that there is nothing to draw. */
export function isUnknown<Name extends string>(series: readonly Series<Name>[], counter: Name): boolean {
  return series.every(({ points }) => points.every((point) => point[counter] === null))
}

/** The days written below the chart: the first, the last, and as many between as fit. */
function chooseDays(first: number, last: number, width: number): number[] {
  const span = Math.round((last - first) / DAY_MS)
  if (span === 0) return [first]
  const pxPerDay = width / span
  let steps = Math.max(1, Math.min(span, Math.floor(width / PX_PER_DATE)))
  // Steps are whole days, so some are shorter than others.
  while (steps > 1 && Math.floor(span / steps) * pxPerDay < PX_PER_DATE) steps -= 1
  return Array.from({ length: steps + 1 }, (_, at) => first + Math.round((at * span) / steps) * DAY_MS)
}

function knownPoint<Name extends string>(
  point: Day<Name>,
  counter: Name,
): { readonly date: string; readonly value: number }[] {
  const value = point[counter]
  return value === null ? [] : [{ date: point.date, value }]
}

/** Splits the dots where a day is missing. */
function splitAtGaps(dots: readonly Dot[]): Dot[][] {
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

function advertisementWithin(
  date: string | null,
  first: number,
  last: number,
  at: (date: string) => number,
): number | null {
  const isShown = date !== null && Date.parse(date) >= first && Date.parse(date) <= last
  return isShown ? at(date) : null
}

/** A counter on a day, and its change since the last earlier day on which it is known; null is unknown. */
export interface Reading {
  readonly value: number | null
  readonly change: number | null
}

export function readDay<Name extends string>(
  points: readonly Day<Name>[],
  counter: Name,
  date: string,
): Reading {
  const value = points.find((point) => point.date === date)?.[counter] ?? null
  const before = points.findLast((point) => point.date < date && point[counter] !== null)?.[counter] ?? null
  return { value, change: value === null || before === null ? null : value - before }
}

/** The growth of a counter since a day: from its last number until then, or its first, to its newest; null when unknown. */
export function growthSince(points: readonly Day[], counter: Counter, date: string): number | null {
  const known = points.flatMap((point) => knownPoint(point, counter))
  const [first, last] = [known.findLast((point) => point.date <= date) ?? known[0], known.at(-1)]
  return first === undefined || last === undefined || first.date >= last.date || last.date <= date
    ? null
    : last.value - first.value
}

/** The place of the day nearest to a position. @param days at least one */
export function nearestDay(days: ChartLayout['days'], x: number): number {
  const distances = days.map((day) => Math.abs(day.x - x))
  return distances.indexOf(Math.min(...distances))
}
