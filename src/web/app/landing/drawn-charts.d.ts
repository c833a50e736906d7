/** Written by the build; see `src/web/build/drawn-charts.ts`. */
declare module 'virtual:drawn-charts' {
  import type { DemoCharts } from '#web/app/landing/demo-charts.ts'

  export const drawnCharts: DemoCharts
}
