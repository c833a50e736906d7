import { describe, expect, it } from 'vitest'
import { formatTick } from './formats.ts'
import { growthSince, isUnknown, layoutChart, nearestDay, readDay } from './layout-chart.ts'

const point = (date: string, views: number | null) => ({ date, views, likes: null, comments: null })
const series = (...points: readonly ReturnType<typeof point>[]) => [{ id: 'a', title: 'A', points }]

/** The number of pieces that the lines consist of. */
function pieces(lines: readonly { readonly path: string }[]): number {
  return (
    lines
      .map(({ path }) => path)
      .join('')
      .split('M').length - 1
  )
}

describe('a chart', () => {
  it('runs from left to right and from bottom to top', () => {
    const { lines, plot } = layoutChart(
      series(point('2026-03-01', 100), point('2026-03-02', 150), point('2026-03-03', 200)),
      'views',
      600,
    )
    const dots = lines.flatMap((line) => line.dots)
    expect([dots.at(0)?.x, dots.at(-1)?.x]).toEqual([plot.left, plot.right])
    expect([dots.at(0)?.y, dots.at(-1)?.y]).toEqual([plot.bottom, plot.top])
    expect(pieces(lines)).toBe(1)
  })

  it('joins days that lie apart when it knows only some, and marks no views counted anew', () => {
    const known = series(point('2026-08-01', 1), point('2026-08-09', 2), point('2026-08-30', 4))
    const { lines, recount } = layoutChart(known, 'views', 600, { isSparse: true })
    expect([pieces(lines), lines[0]?.dots.length, recount]).toEqual([1, 3, null])
  })

  it('breaks its line where a day is missing or unknown', () => {
    const { lines } = layoutChart(
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

  it('marks the visible days of the new counting', () => {
    const across = layoutChart(series(point('2026-08-20', 1), point('2026-08-30', 2)), 'views', 600)
    expect(across.recount?.from).toBeLessThan(across.recount?.to ?? 0)
    const within = layoutChart(series(point('2026-08-26', 1), point('2026-08-30', 2)), 'views', 600)
    expect(within.recount?.from).toBe(within.plot.left)
    expect(layoutChart(series(point('2026-08-28', 1)), 'views', 600).recount).toBeNull()
  })

  // 240 px is the minimum; phones 320 and 390 px wide leave 254 and 326.
  it.each([240, 254, 326, 600, 1_100])(
    'names its first and last day at %s px, and days between apart',
    (width) => {
      for (let days = 1; days <= 120; days += 1) {
        const dates = Array.from({ length: days }, (_, at) =>
          new Date(Date.UTC(2026, 2, 5 + at)).toISOString().slice(0, 10),
        )
        const { columns, plot } = layoutChart(
          series(...dates.map((date, at) => point(date, at))),
          'views',
          width,
        )
        const named = columns.map(({ date }) => date)
        expect([named[0], named.at(-1)]).toEqual([dates[0], dates.at(-1)])
        expect(dates).toEqual(expect.arrayContaining(named))
        for (const [at, { x }] of columns.entries())
          expect(x - (columns[at - 1]?.x ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(90 - 1e-6)
        if (days >= 30)
          expect(columns.length).toBeGreaterThanOrEqual(
            Math.min(3, Math.floor((plot.right - plot.left) / 90) + 1),
          )
      }
    },
  )

  it('has nothing to draw when a number is unknown on all days', () => {
    const given = series(point('2026-03-01', null), point('2026-03-02', 2))
    expect([isUnknown(given, 'views'), isUnknown(given, 'likes')]).toEqual([false, true])
    expect(isUnknown(series(), 'views')).toBe(true)
  })

  it.each(['en', 'ru'] as const)('tells its rows apart, and has room for them: %s', (language) => {
    for (const size of [1, 7, 950, 9_990, 54_321, 999_000, 1_234_567, 99_931_000, 208_512_345, 2_147_000_000])
      for (const growth of [0, 1, 0.0004 * size, 0.015 * size, 0.3 * size, 4 * size]) {
        const points = [point('2026-03-01', size), point('2026-03-02', size + Math.round(growth))]
        const write = (value: number, step: number) => formatTick(value, step, language)
        const { rows, plot } = layoutChart(series(...points), 'views', 600, { write })
        const labels = rows.map(({ label }) => label)
        expect(new Set(labels).size, labels.join(' ')).toBe(labels.length)
        // Digits are 7.4 px wide, letters up to 10; marks and spaces are narrower.
        const widest = Math.max(...labels.map((label) => label.replace(/[\s.,]/gu, '').length))
        expect(plot.left).toBeGreaterThanOrEqual(Math.max(32, widest * 7.4 + 10))
        expect(plot.left).toBeLessThan(120)
      }
  })

  it('shows a small change as one', () => {
    const { lines, plot } = layoutChart(
      series(point('2026-03-01', 1_000_000), point('2026-03-02', 999_000)),
      'views',
      600,
    )
    const [before, after] = lines.flatMap(({ dots }) => dots.map(({ y }) => y))
    const fall = ((after ?? 0) - (before ?? 0)) / (plot.bottom - plot.top)
    expect(fall).toBeGreaterThan(0)
    expect(fall).toBeLessThan(0.06)
  })

  it('is laid out for one day, for equal numbers and for none', () => {
    for (const points of [
      [point('2026-03-01', 0)],
      [point('2026-03-01', 7), point('2026-03-02', 7)],
      [point('2026-03-01', null)],
    ]) {
      const { lines, rows } = layoutChart(series(...points), 'views', 320)
      for (const { x, y } of lines.flatMap((line) => line.dots))
        expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true)
      expect(rows.length).toBeGreaterThan(0)
    }
  })
})

describe('the days of a chart', () => {
  const points = [point('2026-03-01', 10), point('2026-03-02', null), point('2026-03-04', 16)]

  it('can each be read, with the change since the last known day', () => {
    const read = (date: string) => readDay(points, 'views', date)
    expect(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map(read)).toEqual([
      { value: 10, change: null },
      { value: null, change: null },
      { value: null, change: null },
      { value: 16, change: 6 },
    ])
  })

  it('are found from any position', () => {
    const { days, plot } = layoutChart(series(...points), 'views', 600)
    expect(days.map(({ date }) => date)).toEqual(points.map(({ date }) => date))
    const middle = (days[1]?.x ?? 0) + 1
    expect([-50, plot.left, middle, plot.right, 9_999].map((x) => nearestDay(days, x))).toEqual([
      0, 0, 1, 2, 2,
    ])
  })

  it('show the advertisement only when it is among them', () => {
    const at = (day: string | null) =>
      layoutChart(series(...points), 'views', 600, { advertisedOn: day }).advertisement
    const { plot } = layoutChart(series(...points), 'views', 600)
    expect([null, '2026-02-28', '2026-03-05'].map(at)).toEqual([null, null, null])
    expect([at('2026-03-01'), at('2026-03-04')]).toEqual([plot.left, plot.right])
  })

  it.each([
    ['2026-02-01', 6],
    ['2026-03-01', 6],
    ['2026-03-03', 6],
    ['2026-03-04', null],
    ['2026-04-01', null],
  ])('growth since %s is %s', (day, growth) => {
    expect(growthSince(points, 'views', day)).toBe(growth)
  })
})
