import { describe, expect, it } from 'vitest'
import { changesOf, dayBefore, pointsWithin } from './statistics.ts'

const point = (date: string, views: number | null, likes: number | null = null) => ({
  date,
  views,
  likes,
  comments: null,
})
const ALL = { from: null, to: null }

describe('changes', () => {
  it('are counted from the day before, in all and between any two days, in numbers and percent', () => {
    const points = [point('2026-03-01', 100, 10), point('2026-03-02', 150, 10), point('2026-03-03', 175, 9)]
    expect(changesOf(points, { from: '2026-03-01', to: '2026-03-02' })).toEqual({
      yesterday: {
        from: '2026-03-02',
        to: '2026-03-03',
        views: { number: 25, percent: 16.67 },
        likes: { number: -1, percent: -10 },
        comments: null,
      },
      total: {
        from: '2026-03-01',
        to: '2026-03-03',
        views: { number: 75, percent: 75 },
        likes: { number: -1, percent: -10 },
        comments: null,
      },
      between: {
        from: '2026-03-01',
        to: '2026-03-02',
        views: { number: 50, percent: 50 },
        likes: { number: 0, percent: 0 },
        comments: null,
      },
    })
  })

  it('leave unknown what is unknown at one end, and have no percent from 0 on', () => {
    const { total, yesterday } = changesOf([point('2026-03-01', null, 0), point('2026-03-04', 5, 3)], ALL)
    expect(total).toMatchObject({ views: null, likes: { number: 3, percent: null } })
    expect(yesterday).toBeNull()
  })

  it('do not exist for fewer than two points', () => {
    expect(changesOf([], ALL)).toEqual({ yesterday: null, total: null, between: null })
    expect(changesOf([point('2026-03-01', 1)], ALL)).toEqual({ yesterday: null, total: null, between: null })
  })
})

it('a range takes both of its ends', () => {
  const points = ['2026-02-28', '2026-03-01', '2026-03-02'].map((date) => point(date, 1))
  expect(pointsWithin(points, { from: '2026-03-01', to: '2026-03-01' })).toHaveLength(1)
  expect(pointsWithin(points, ALL)).toHaveLength(3)
})

it.each([
  ['2026-03-01', '2026-02-28'],
  ['2028-03-01', '2028-02-29'],
  ['2026-01-01', '2025-12-31'],
])('the day before %s is %s', (date, before) => {
  expect(dayBefore(date)).toBe(before)
})
