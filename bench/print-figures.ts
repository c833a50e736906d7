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

/** Median, 95th and 99th percentile, and the longest of times. */
export function figuresOf(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), slowest: sorted.at(-1) ?? 0 }
}

export function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

/** Median, 95th and 99th percentile of times in milliseconds. */
export function percentiles(times: readonly number[]): string {
  const { p50, p95, p99 } = figuresOf(times)
  const text = (ms: number) => ms.toFixed(2).padStart(6)
  return `p50 ${text(p50)}  p95 ${text(p95)}  p99 ${text(p99)} ms`
}
