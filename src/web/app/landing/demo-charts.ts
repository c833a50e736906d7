interface Tick {
  readonly value: number
  /** Position on its axis, in units of the chart's grid. */
  readonly place: number
}

/** A drawn chart: paths and positions on a grid of `width` by `height`. */
export interface DemoChart {
  readonly width: number
  readonly height: number
  /** Left edge of the plot; the labels of values are to the left of it. */
  readonly left: number
  readonly line: string
  /** The height of zero, the lower edge of the area under the line. */
  readonly ground: number
  readonly end: { readonly x: number; readonly y: number }
  /** The last day's value. */
  readonly last: number
  readonly days: number
  readonly valueTicks: readonly Tick[]
  readonly dayTicks: readonly Tick[]
}

/** The start page's two charts. */
export interface DemoCharts {
  readonly views: DemoChart
  readonly likes: DemoChart
}
