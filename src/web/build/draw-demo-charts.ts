import { scaleLinear } from 'd3-scale'
import { curveMonotoneX, line } from 'd3-shape'
import type { DemoChart, DemoCharts } from '#web/app/landing/demo-charts.ts'

const DAYS = 30
const WIDTH = 360
const HEIGHT = 168
/** Room for the axis labels. */
const LEFT = 52
const BOTTOM = 22
const TOP = 8

/** Draws the start page's charts at build time, so that visitors load no drawing code. */
export function drawDemoCharts(): DemoCharts {
  const views = demoViews()
  const likes = views.map((count) => Math.round(0.31 * count ** 0.85))
  return { views: draw(views), likes: draw(likes) }
}

/** Daily views of a fictitious video: a steep start that flattens, with a rise every weekend. */
function demoViews(): number[] {
  let total = 0
  return Array.from({ length: DAYS }, (_, day) => {
    const swell = 1 + 0.35 * Math.max(0, Math.sin(((day - 1) / 7) * 2 * Math.PI))
    total += 96_000 * Math.exp(-day / 8) * swell + 3_000 * swell
    return Math.round(total)
  })
}

function draw(values: readonly number[]): DemoChart {
  const last = values.at(-1) ?? 0
  const x = scaleLinear([1, values.length], [LEFT, WIDTH - 6])
  const y = scaleLinear([0, last * 1.05], [HEIGHT - BOTTOM, TOP])
  const round = (place: number) => Math.round(place * 10) / 10
  const days = values.map((_, place) => place + 1)
  const valueOn = (day: number) => values[day - 1] ?? 0
  const curve = line<number>(
    (day) => x(day),
    (day) => y(valueOn(day)),
  )
    .curve(curveMonotoneX)
    .digits(1)
  return {
    width: WIDTH,
    height: HEIGHT,
    left: LEFT,
    line: curve(days) ?? '',
    ground: HEIGHT - BOTTOM,
    end: { x: round(x(values.length)), y: round(y(last)) },
    last,
    days: values.length,
    valueTicks: y.ticks(3).map((value) => ({ value, place: round(y(value)) })),
    dayTicks: [1, 10, 20, 30].map((day) => ({ value: day, place: round(x(day)) })),
  }
}
