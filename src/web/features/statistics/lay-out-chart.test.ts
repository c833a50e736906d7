import { describe, expect, it } from 'vitest'
import { layOutChart } from './lay-out-chart.ts'

const point = (date: string, views: number | null) => ({ date, views, likes: null, comments: null })
const series = (...points: readonly ReturnType<typeof point>[]) => [{ title: 'A', points }]

/** Of how many pieces the lines are drawn. */
function pieces(lines: readonly { readonly path: string }[]): number {
  return (
    lines
      .map(({ path }) => path)
      .join('')
      .split('M').length - 1
  )
}

describe('a chart', () => {
  it('goes from left to right and from bottom to top', () => {
    const { lines, plot } = layOutChart(
      series(point('2026-03-01', 100), point('2026-03-02', 150), point('2026-03-03', 200)),
      'views',
      600,
    )
    const dots = lines.flatMap((line) => line.dots)
    expect([dots.at(0)?.x, dots.at(-1)?.x]).toEqual([plot.left, plot.right])
    expect([dots.at(0)?.y, dots.at(-1)?.y]).toEqual([plot.bottom, plot.top])
    expect(pieces(lines)).toBe(1)
  })

  it('breaks its line where a day is missing or unknown', () => {
    const { lines } = layOutChart(
      series(
        point('2026-03-01', 1),
        point('2026-03-02', 2),
        point('2026-03-04', 4),
        point('2026-03-05', null),
        point('2026-03-06', 6),
      ),
      'views',
      600,
    )
    expect(pieces(lines)).toBe(3)
    expect(lines.flatMap((line) => line.dots).map(({ value }) => value)).toEqual([1, 2, 4, 6])
  })

  it('marks the days of the new counting, as far as they are shown', () => {
    const across = layOutChart(series(point('2026-08-20', 1), point('2026-08-30', 2)), 'views', 600)
    expect(across.recount?.from).toBeLessThan(across.recount?.to ?? 0)
    const within = layOutChart(series(point('2026-08-26', 1), point('2026-08-30', 2)), 'views', 600)
    expect(within.recount?.from).toBe(within.plot.left)
    expect(layOutChart(series(point('2026-08-28', 1)), 'views', 600).recount).toBeNull()
  })

  it('is laid out for one day, for equal numbers and for none', () => {
    for (const points of [
      [point('2026-03-01', 0)],
      [point('2026-03-01', 7), point('2026-03-02', 7)],
      [point('2026-03-01', null)],
    ]) {
      const { lines, rows } = layOutChart(series(...points), 'views', 320)
      for (const { x, y } of lines.flatMap((line) => line.dots))
        expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true)
      expect(rows.length).toBeGreaterThan(0)
    }
  })
})
