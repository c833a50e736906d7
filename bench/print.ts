/** Prints one line of a benchmark's output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`
}

export interface Percentiles {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly slowest: number
}

export function percentilesOf(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), slowest: sorted.at(-1) ?? 0 }
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

/** Median, 95th and 99th percentile of times in milliseconds. */
export function percentileText({ p50, p95, p99 }: Percentiles): string {
  const text = (ms: number) => ms.toFixed(2).padStart(6)
  return `p50 ${text(p50)}  p95 ${text(p95)}  p99 ${text(p99)} ms`
}

/** The metrics of one line by name; times are in milliseconds. */
export type Metrics = Readonly<Record<string, number>>

/** Prints metrics line by line, and keeps them by part and line. */
export interface Report {
  part(name: string): void
  line(name: string, metrics: Metrics | Percentiles): void
  readonly lines: Readonly<Record<string, Metrics>>
}

export function openReport(): Report {
  const lines: Record<string, Metrics> = {}
  let part = ''
  return {
    lines,
    part(name) {
      part = name
      print(`\n${name}`)
    },
    line(name, metrics) {
      lines[`${part}: ${name}`] = { ...metrics }
      const texts = Object.entries(metrics).map(([metric, value]) => `${metric} ${numberText(value)}`)
      print(`  ${name.padEnd(40)} ${texts.join('  ')}`)
    },
  }
}

function numberText(value: number): string {
  return Math.abs(value) < 100 && !Number.isInteger(value)
    ? value.toFixed(2)
    : Math.round(value).toLocaleString('en')
}
