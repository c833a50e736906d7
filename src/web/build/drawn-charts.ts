import type { Plugin } from 'vite'
import { drawDemoCharts } from './draw-demo-charts.ts'

const NAME = 'virtual:drawn-charts'

/** Gives the web the charts of the start page as they were drawn by the build, by the name `virtual:drawn-charts`. */
export const drawnCharts: Plugin = {
  name: 'drawn-charts',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) =>
    id === `\0${NAME}` ? `export const drawnCharts = ${JSON.stringify(drawDemoCharts())}` : undefined,
}
