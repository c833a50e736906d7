import { describe, expect, it } from 'vitest'
import { layOutChart } from './lay-out-chart.ts'

const point = (date: string, views: number | null) => ({ date, views, likes: null, comments: null })
const series = (...points: readonly ReturnType<typeof point>[]) => [{ title: 'A', points }]

describe('a chart', () => {
  it('goes from left to right and from bottom to top', () => {
    const { lines, plot } = layOutChart(
      series(point('2026-03-01', 100), point('2026-03-02', 150), point('2026-03-03', 200)),
      'views',
      600,
    )
    const [first, , last] = lines[0]!.dots
    expect([first!.x, last!.x]).toEqual([plot.left, plot.right])
    expect([first!.y, last!.y]).toEqual([plot.bottom, plot.top])
    expect(lines[0]!.path.match(/M/g)).toHaveLength(1)
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
    expect(lines[0]!.path.match(/M/g)).toHaveLength(3)
    expect(lines[0]!.dots.map(({ value }) => value)).toEqual([1, 2, 4, 6])
  })

  it('marks the days of the new counting, as far as they are shown', () => {
    const across = layOutChart(series(point('2026-08-20', 1), point('2026-08-30', 2)), 'views', 600)
    expect(across.recount!.from).toBeLessThan(across.recount!.to)
    const within = layOutChart(series(point('2026-08-26', 1), point('2026-08-30', 2)), 'views', 600)
    expect(within.recount!.from).toBe(within.plot.left)
    expect(layOutChart(series(point('2026-08-28', 1)), 'views', 600).recount).toBeNull()
  })

  it('is laid out for one day, for equal numbers and for none', () => {
    for (const points of [
      [point('2026-03-01', 0)],
      [point('2026-03-01', 7), point('2026-03-02', 7)],
      [point('2026-03-01', null)],
    ]) {
      const { lines, rows } = layOutChart(series(...points), 'views', 320)
      for (const { x, y } of lines[0]!.dots) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true)
      expect(rows.length).toBeGreaterThan(0)
    }
  })
})
