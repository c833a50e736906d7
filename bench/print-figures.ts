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

/** Median, 95th and 99th percentile of times in milliseconds. */
export function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2).padStart(6)
  return `p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)} ms`
}
