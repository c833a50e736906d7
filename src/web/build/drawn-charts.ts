import type { Plugin } from 'vite'
import { drawDemoCharts } from './draw-demo-charts.ts'

const NAME = 'virtual:drawn-charts'

/** Provides the start page's charts, as the build drew them, as `virtual:drawn-charts`. */
export const drawnCharts: Plugin = {
  name: 'drawn-charts',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) =>
    id === `\0${NAME}` ? `export const drawnCharts = ${JSON.stringify(drawDemoCharts())}` : undefined,
}
