import { COUNTERS, type Point } from '#shared/rules/statistics.ts'

export interface CsvSeries {
  readonly videoId: string
  readonly points: readonly Point[]
}

/** Rows of `video,date,views,likes,comments`, lines ended as RFC 4180 has it; an unknown number is empty, never 0. */
export function writeCsv(series: readonly CsvSeries[]): string {
  const rows = series.flatMap(({ videoId, points }) =>
    // Eleven signs of the platform may begin with one that spreadsheets take for a formula.
    points.map((point) => [
      `"${/^[-=+@]/.test(videoId) ? `'${videoId}` : videoId}"`,
      point.date,
      ...COUNTERS.map((counter) => point[counter] ?? ''),
    ]),
  )
  return [['video', 'date', ...COUNTERS], ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/** Hands the file to the browser. */
export function downloadCsv(series: readonly CsvSeries[]): void {
  const address = URL.createObjectURL(new Blob([writeCsv(series)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `statistics-${series.map(({ videoId }) => videoId).join('-')}.csv`
  link.click()
  URL.revokeObjectURL(address)
}
