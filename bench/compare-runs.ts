import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { percent, print } from './print-figures.ts'

/** The figures of one line; names stand in FORMATS. */
export type Figures = Readonly<Record<string, number>>

/** A run of a benchmark: its figures are printed line by line, beside those of an earlier run where one is given. */
export interface Run {
  /** Starts a part of the output; the lines of a part have names of their own, padded to a width. */
  part(name: string, width?: number): void
  line(name: string, figures: Figures, note?: string): void
  save(): Promise<void>
  /** The figures so far, by part and line. */
  readonly lines: Readonly<Record<string, Figures>>
}

const ms = (value: number) => (value < 100 ? value.toFixed(2) : value.toFixed(0)).padStart(6)
const whole = (value: number) => Math.round(value).toLocaleString('en')

const FORMATS: Readonly<Record<string, (value: number) => string>> = {
  count: whole,
  p50: (value) => `p50 ${ms(value)}`,
  p95: (value) => `p95 ${ms(value)}`,
  p99: (value) => `p99 ${ms(value)}`,
  slowest: (value) => `slowest ${ms(value)} ms`,
  refused: (value) => `${whole(value)} refused`,
  cpu: (value) => `${value.toFixed(2)} ms of processor`,
  serverCpu: (value) => `${value.toFixed(2)} ms of the server's`,
  clientCpu: (value) => `${value.toFixed(2)} ms of the clients'`,
  rows: (value) => `rows at most ${whole(value)}`,
  pages: (value) => `pages ${whole(value)}`,
  perSecond: (value) => `${whole(value)}/s`,
  http: (value) => `HTTP ${whole(value)}/s`,
  bare: (value) => `bare ${whole(value)}/s`,
  ratio: percent,
  bareCpu: (value) => `bare ${value.toFixed(2)} ms of processor`,
  bareClientCpu: (value) => `${value.toFixed(2)} ms of its clients'`,
  cpuRatio: (value) => `${percent(value)} by processor time`,
  hit: (value) => `hit@20 ${percent(value)}`,
  ceiling: (value) => `ceiling ${percent(value)}`,
  ofCeiling: (value) => `${percent(value)} of it`,
  timeouts: (value) => `${value} timeouts`,
  megabytes: (value) => `${whole(value)} MB`,
  others: (value) => `others used ${value.toFixed(2)} cores`,
  stolen: (value) => `stolen ${value.toFixed(2)}`,
  load: (value) => `load ${value.toFixed(2)}`,
}

/**
 * @param options.save file to save the run to
 * @param options.compare file of a saved run; each figure is followed by its ratio to the one there
 */
export async function openRun(options: {
  readonly save?: string | undefined
  readonly compare?: string | undefined
}): Promise<Run> {
  const { save, compare } = options
  const before: Record<string, Figures> =
    compare === undefined ? {} : (JSON.parse(await readFile(compare, 'utf8')) as Record<string, Figures>)
  const lines: Record<string, Figures> = {}
  let current = ''
  let width = 0
  return {
    lines,
    part(name, wide = 12) {
      current = name
      width = wide
      print(`\n${name}`)
    },
    line(name, figures, note = '') {
      const key = `${current}: ${name}`
      lines[key] = figures
      const texts = Object.entries(figures).map(
        ([figure, value]) => (FORMATS[figure] ?? whole)(value) + ratio(figure, value, before[key]?.[figure]),
      )
      print(`  ${name.padEnd(width)} ${texts.join('  ')}${note === '' ? '' : `  ${note}`}`)
    },
    async save() {
      if (save === undefined) return
      await mkdir(path.dirname(save), { recursive: true })
      await writeFile(save, `${JSON.stringify(lines, null, 1)}\n`)
      print(`\nsaved to ${save}`)
    },
  }
}

function ratio(figure: string, value: number, before: number | undefined): string {
  if (before === undefined || before === 0 || figure === 'count' || figure === 'load') return ''
  return ` (x${(value / before).toFixed(2)})`
}
