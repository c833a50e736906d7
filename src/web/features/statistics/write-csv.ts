import { COUNTERS, type Point } from '#shared/rules/statistics.ts'

export interface CsvSeries {
  readonly videoId: string
  readonly points: readonly Point[]
}

/** Rows of `video,date,views,likes,comments`, with line endings as in RFC 4180; an unknown number is empty, never 0. */
export function writeCsv(series: readonly CsvSeries[]): string {
  const rows = series.flatMap(({ videoId, points }) =>
    // The platform's ids of eleven characters may start with one that spreadsheets read as a formula.
    points.map((point) => [
      `"${/^[-=+@]/.test(videoId) ? `'${videoId}` : videoId}"`,
      point.date,
      ...COUNTERS.map((counter) => point[counter] ?? ''),
    ]),
  )
  return [['video', 'date', ...COUNTERS], ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/** Downloads the file. */
export function downloadCsv(series: readonly CsvSeries[]): void {
  const address = URL.createObjectURL(new Blob([writeCsv(series)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `statistics-${series.map(({ videoId }) => videoId).join('-')}.csv`
  link.click()
  URL.revokeObjectURL(address)
}
