import { describe, expect, it } from 'vitest'
import { monthsOf } from './months.ts'

const uploads = [
  { month: '2026-08', count: 0 },
  { month: '2026-09', count: 2 },
  { month: '2026-10', count: 8 },
  { month: '2026-11', count: 0 },
]

describe('the calendar of uploads', () => {
  it('takes every number at its word when all uploads were listed', () => {
    expect(monthsOf(uploads, null)).toEqual([
      { month: '2026-08', count: 0, listed: 'all', share: 0 },
      { month: '2026-09', count: 2, listed: 'all', share: 0.25 },
      { month: '2026-10', count: 8, listed: 'all', share: 1 },
      { month: '2026-11', count: 0, listed: 'all', share: 0 },
    ])
  })

  it('tells months of which only a part, or nothing, was listed', () => {
    const listed = monthsOf(uploads, '2026-09-14T10:00:00Z').map((month) => month.listed)
    expect(listed).toEqual(['none', 'some', 'all', 'all'])
  })

  it('has no months before anything was listed, and draws twelve empty ones', () => {
    expect(monthsOf([], null)).toEqual([])
    expect(monthsOf([{ month: '2026-11', count: 0 }], null)).toMatchObject([{ share: 0 }])
  })
})
