interface Tick {
  readonly value: number
  /** Where it stands on its axis, in units of the chart's grid. */
  readonly place: number
}

/** A drawn chart: paths and places on a grid of `width` by `height`. */
export interface DemoChart {
  readonly width: number
  readonly height: number
  /** Where the ground of the chart begins; labels of values stand before it. */
  readonly left: number
  readonly line: string
  /** The height of nothing, on which the area under the line stands. */
  readonly ground: number
  readonly end: { readonly x: number; readonly y: number }
  /** The value on the last day. */
  readonly last: number
  readonly days: number
  readonly valueTicks: readonly Tick[]
  readonly dayTicks: readonly Tick[]
}

/** The two charts of the start page. */
export interface DemoCharts {
  readonly views: DemoChart
  readonly likes: DemoChart
}
